//! Motor-brick wire protocols and position control.
