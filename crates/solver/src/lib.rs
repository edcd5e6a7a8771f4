//! Every way of solving a cube behind one trait, with coordinates, symmetry and table caches.
