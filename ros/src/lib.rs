//! Nothing to link with: the package `cuberig` offers nodes, not a library.
