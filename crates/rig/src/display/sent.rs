//! Which transforms are new: tf2 warns of a transform that comes twice with the same stamp.

use std::collections::BTreeMap;
use std::time::Duration;

use super::links::Transform;

/// The stamp with which each link's transform was sent last.
#[derive(Default)]
pub struct Sent {
    stamps: BTreeMap<String, Duration>,
}

impl Sent {
    /// Those of the list that have a stamp of their own; they count as sent.
    pub fn unsent(&mut self, mut list: Vec<Transform>) -> Vec<Transform> {
        list.retain(|transform| {
            let before = self.stamps.insert(transform.child.clone(), transform.stamp);
            before != Some(transform.stamp)
        });
        list
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Isometry3;

    use super::*;

    fn transform(child: &str, millis: u64) -> Transform {
        Transform {
            parent: "rig_center".into(),
            child: child.into(),
            pose: Isometry3::identity(),
            stamp: Duration::from_millis(millis),
        }
    }

    #[test]
    fn a_stamp_is_sent_once_for_each_link() {
        let mut sent = Sent::default();
        let both = || vec![transform("a", 5), transform("b", 5)];
        assert_eq!(sent.unsent(both()), both());
        assert_eq!(sent.unsent(both()), []);
        let next = vec![transform("a", 5), transform("b", 6)];
        assert_eq!(sent.unsent(next), [transform("b", 6)]);
    }

    #[test]
    fn a_clock_that_was_set_back_is_followed() {
        let mut sent = Sent::default();
        sent.unsent(vec![transform("a", 9000)]);
        assert_eq!(sent.unsent(vec![transform("a", 10)]).len(), 1);
    }
}
