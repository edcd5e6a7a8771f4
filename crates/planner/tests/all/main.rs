//! Plans against brute force, rules and other ways to compute the same. One program, so that it is linked once.

mod brute_force;
mod execution;
mod loading;
mod preference;
mod profiles;
mod ranges;
mod rigs;
mod search;
mod sequences;
