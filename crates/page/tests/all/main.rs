//! The page from outside: real sockets, real handshakes, clients that behave and clients that do not.

mod answers;
mod client;
mod fuzz;
mod laws;
mod limits;
mod page_camera;
mod parts;
mod phone;
mod photos;
mod safety;
mod status;
mod tls;
mod world;
