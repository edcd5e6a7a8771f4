//! The thesis' methods against group theory, cubes of proven depth, and the product. One program, so that it is linked once.

mod future_work;
mod ideas;
mod methods;
mod moving;
mod reader;
mod results;
mod tables;
mod thistlethwaite;
