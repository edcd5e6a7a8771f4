//! The invariants of the repository that no compiler checks: run by `cargo xtask test`, and by CI through it.

mod colcon;
mod dependencies;
mod edges;
mod files;
mod interfaces;
mod node_folders;
mod outside;
mod pages;
mod sources;
mod tree;
mod words;
