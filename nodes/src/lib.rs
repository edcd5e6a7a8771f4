//! The nodes of the rig.
