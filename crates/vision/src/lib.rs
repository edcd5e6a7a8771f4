//! From an image to faces, from faces to colours, from colours to a proven cube state.
