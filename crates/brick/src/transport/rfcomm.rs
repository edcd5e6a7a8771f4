//! A Bluetooth RFCOMM socket as an asynchronous byte stream (Linux).

#[cfg(not(target_os = "linux"))]
pub(super) async fn connect(
    _address: super::BluetoothAddress,
    _channel: u8,
) -> std::io::Result<Box<dyn super::ByteStream>> {
    Err(std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        "RFCOMM sockets exist on Linux only; bind the brick to a serial device and use `serial:`",
    ))
}

#[cfg(target_os = "linux")]
pub(super) use linux::connect;

#[cfg(target_os = "linux")]
mod linux {
    use crate::transport::{BluetoothAddress, ByteStream};
    use socket2::{Domain, Protocol, SockAddr, Socket, Type};
    use std::io::{self, Read, Write};
    use std::net::Shutdown;
    use std::pin::Pin;
    use std::task::{Context, Poll, ready};
    use tokio::io::unix::AsyncFd;
    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

    /// `BTPROTO_RFCOMM` of the kernel's bluetooth.h.
    const RFCOMM: i32 = 3;

    /// `struct sockaddr_rc` of the kernel's rfcomm.h.
    #[repr(C)]
    struct RfcommAddress {
        family: libc::sa_family_t,
        /// Least significant byte first.
        address: [u8; 6],
        channel: u8,
    }

    /// Connects to a channel of a device; paging a device that is away takes the kernel some seconds.
    pub(crate) async fn connect(address: BluetoothAddress, channel: u8) -> io::Result<Box<dyn ByteStream>> {
        let socket = Socket::new(Domain::from(libc::AF_BLUETOOTH), Type::STREAM, Some(Protocol::from(RFCOMM)))?;
        socket.set_nonblocking(true)?;
        let started = socket.connect(&socket_address(address, channel)?);
        // SAFETY: the socket owns its descriptor, keeps it open until it is dropped, and always
        // names the same one.
        let socket = unsafe { AsyncFd::register(socket) }?;
        let stream = RfcommStream { socket };
        match started {
            Ok(()) => {}
            Err(error) if error.raw_os_error() == Some(libc::EINPROGRESS) => {
                stream.socket.writable().await?.retain_ready();
                if let Some(error) = stream.socket.get_ref().take_error()? {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
        Ok(Box::new(stream))
    }

    fn socket_address(address: BluetoothAddress, channel: u8) -> io::Result<SockAddr> {
        let mut bytes = address.0;
        bytes.reverse();
        let wanted = RfcommAddress { family: libc::AF_BLUETOOTH as libc::sa_family_t, address: bytes, channel };
        // SAFETY: the storage is at least as large and as aligned as any socket address. A `RfcommAddress` is plain bytes
        // of the layout that the kernel reads, and the length that is set is its own.
        let ((), address) = unsafe {
            SockAddr::try_init(|storage, length| {
                storage.cast::<RfcommAddress>().write(wanted);
                *length = size_of::<RfcommAddress>() as libc::socklen_t;
                Ok(())
            })
        }?;
        Ok(address)
    }

    struct RfcommStream {
        socket: AsyncFd<Socket>,
    }

    impl AsyncRead for RfcommStream {
        fn poll_read(
            self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            loop {
                let mut ready = ready!(self.socket.poll_read_ready(context))?;
                let space = buffer.initialize_unfilled();
                if let Ok(result) = ready.try_io(|socket| socket.get_ref().read(space)) {
                    return Poll::Ready(result.map(|length| buffer.advance(length)));
                }
            }
        }
    }

    impl AsyncWrite for RfcommStream {
        fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            loop {
                let mut ready = ready!(self.socket.poll_write_ready(context))?;
                if let Ok(result) = ready.try_io(|socket| socket.get_ref().write(bytes)) {
                    return Poll::Ready(result);
                }
            }
        }

        fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(self.socket.get_ref().shutdown(Shutdown::Write))
        }
    }
}
