//! Cases are found by the names that people write.

use teach::catalogue::{Set, cases, find, named};

/// The titles of the cases that are called so.
fn called(text: &str) -> Vec<String> {
    let found = named(text).unwrap_or_else(|error| panic!("{error}"));
    found.iter().map(|case| case.title()).collect()
}

#[test]
fn spelling_does_not_matter() {
    for (names, title) in [
        (&["Sune", "sune", "OLL27", "oll 27", "OLL 27", "oll-27", "OLL #27", "Oll case 27", "oll sune"][..], "OLL 27"),
        (&["antisune", "anti sune", "Anti-Sune", "ANTISUNE", "oll antisune", "AS", "S-", "OLL 26"], "OLL 26"),
        (&["oll 1", "OLL01", "runway", "Blank"], "OLL 1"),
        (&["T", "T perm", "T-perm", "Tperm", "T-Perm", "t PERM", "pll T", "PLL-T", "T permutation"], "PLL T"),
        (&["Ja", "J(a)", "J-a", "Ja-perm", "J a", "ja perm", "J perm (a)", "PLL Ja", "j_a"], "PLL Ja"),
        (&["H perm", "Hperm", "pll h"], "PLL H"),
        (&["Gc", "G(c) perm", "PLL G c"], "PLL Gc"),
        (&["f2l 5", "F2L5", "F2L #05"], "F2L 5"),
        (&["seein headlights", "Seein’ Headlights", "seeing headlights"], "OLL 46"),
        (&["street lights", "Streetlights"], "OLL 56"),
        (&["poodle", "awkward fish"], "OLL 41"),
        (&["bow tie", "Triple-Sune", "side winder"], "OLL 25"),
        (&["lightning", "fat sune", "Wide Sune"], "OLL 7"),
        (&["bottle cap", "ant"], "OLL 51"),
    ] {
        for name in names {
            assert_eq!(called(name), [title], "{name}");
        }
    }
}

#[test]
fn a_shared_name_gives_all_who_have_it() {
    for (name, titles) in [
        ("J perm", &["PLL Ja", "PLL Jb"][..]),
        ("G", &["PLL Ga", "PLL Gb", "PLL Gc", "PLL Gd"]),
        ("U", &["OLL 23", "PLL Ua", "PLL Ub"]),
        ("H", &["OLL 21", "PLL H"]),
        ("27", &["OLL 27", "F2L 27"]),
        ("oll t", &["OLL 24", "OLL 45"]),
        ("W shapes", &["OLL 36", "OLL 38"]),
        ("oll w", &["OLL 36", "OLL 38"]),
    ] {
        assert_eq!(called(name), titles, "{name}");
    }
    assert_eq!(called("dot").len(), 8);
    for set in Set::ALL {
        assert_eq!(called(set.title()).len(), cases(set).len());
    }
}

/// Every name in the files leads to its case, alone or with others; an own name leads there alone within its set.
#[test]
fn every_name_leads_to_its_case() {
    for set in Set::ALL {
        for case in cases(set) {
            let own = [case.name.clone(), case.title(), format!("{} {}", set.name(), case.name)];
            for name in own {
                assert_eq!(find(set, &name).map(|found| found.number), Ok(case.number), "{name}");
            }
            for name in &case.also {
                let found = named(&format!("{} {name}", set.name())).expect("a name");
                // "H" is the own name of OLL 21, so it does not lead to OLL 57, which some call so too.
                let is_own_of_other = found.iter().all(|other| other.name == *name);
                assert!(found.contains(&case) || is_own_of_other, "{name}");
            }
        }
    }
}

#[test]
fn an_unknown_name_gets_names_that_are_like_it() {
    for (name, similar) in [
        ("antsune", "Anti-Sune (OLL 26)"),
        ("oll antisunne", "Anti-Sune (OLL 26)"),
        ("Chamelion", "Chameleon (OLL 24)"),
        ("squeezy", "Squeezy (OLL 49)"),
        ("T-prem", "PLL T"),
        ("pll Jc", "Ja Jb"),
        ("pll Q", "there are Aa Ab E"),
        ("oll 58", "1 to 57"),
        ("f2l 42", "1 to 41"),
        ("coll", "oll, pll and f2l"),
        ("", "oll, pll and f2l"),
        ("COLL 3", "oll, pll and f2l"),
        ("ollcp 27", "1 to 57"),
    ] {
        let error = named(name).expect_err(name).to_string();
        assert!(error.starts_with(&format!("'{name}' is no case of")), "{error}");
        assert!(error.contains(similar), "{error}");
    }
    // A name of one set is none of another.
    let error = find(Set::Oll, "T-perm").expect_err("no case of OLL").to_string();
    assert!(error.contains("T-perm"), "{error}");
    assert!(find(Set::Oll, "PLL T").is_err());
    let shared = find(Set::Pll, "J").expect_err("two cases").to_string();
    assert_eq!(shared, "'J' is a name of several cases: PLL Ja, PLL Jb");
}

/// A range or a list is no number: "1-8" is not case 18.
#[test]
fn numbers_are_not_put_together() {
    for text in ["oll 1-8", "oll 5-7", "f2l 4,1", "oll 1 8"] {
        let error = named(text).expect_err("no case is called so").to_string();
        assert!(error.contains(text), "{error}");
    }
}
