//! Which web pages may connect. A browser names the page in the header Origin; programs that are no browsers send none.

/// Foxglove's page, and Lichtblick's.
const KNOWN: [&str; 2] = ["https://app.foxglove.dev", "https://lichtblick-suite.github.io"];
/// Pages that this machine serves, at any port.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Whether a connection with these values of Origin may be taken; `more` are allowed too.
pub(crate) fn is_allowed<'a>(mut origins: impl Iterator<Item = Option<&'a str>>, more: &[String]) -> bool {
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(Some(origin)), None) => {
            let is_same = |known: &str| known.eq_ignore_ascii_case(origin);
            KNOWN.into_iter().any(is_same) || more.iter().any(|known| is_same(known)) || is_local(origin)
        }
        _ => false,
    }
}

fn is_local(origin: &str) -> bool {
    let Some(("http" | "https", host)) = origin.split_once("://") else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    LOCAL.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(origins: &[&str], more: &[&str]) -> bool {
        let more: Vec<String> = more.iter().map(|origin| (*origin).to_owned()).collect();
        is_allowed(origins.iter().map(|origin| Some(*origin)), &more)
    }

    #[test]
    fn programs_and_known_pages_may_connect() {
        assert!(allows(&[], &[]));
        for origin in ["https://app.foxglove.dev", "https://lichtblick-suite.github.io", "http://localhost:8080"] {
            assert!(allows(&[origin], &[]), "{origin}");
        }
        for origin in ["http://127.0.0.1", "https://127.0.0.1:1", "http://[::1]:8080", "http://[::1]"] {
            assert!(allows(&[origin], &[]), "{origin}");
        }
        assert!(allows(&["file://"], &["file://"]));
    }

    #[test]
    fn other_pages_may_not() {
        for origin in [
            "https://example.com",
            "http://app.foxglove.dev",
            "https://app.foxglove.dev.example.com",
            "https://app.foxglove.dev:444",
            "http://localhost.example.com",
            "http://127.0.0.1.example.com:8080",
            "http://localhost:8080@example.com",
            "http://example.com:localhost",
            "file://",
            "null",
            "",
        ] {
            assert!(!allows(&[origin], &[]), "{origin}");
        }
        assert!(!allows(&["http://localhost", "https://example.com"], &[]));
        assert!(!is_allowed([None].into_iter(), &[]), "a value that is no text");
    }
}
