#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A socket with a port of this machine that nobody else gets; it refuses connections until it
/// listens.
package final class BoundSocket: Sendable {
  package struct Unavailable: Error {}

  package let port: Int
  let descriptor: Int32

  /// Takes a free port.
  ///
  /// - Throws: ``Unavailable`` if the system gives no port.
  package init() throws {
    descriptor = Self.makeSocket()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var address = Self.address(port: 0)
    let descriptor = descriptor
    let isBound = unsafe Self.withAddress(&address) { pointer in
      unsafe bind(descriptor, pointer, length) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard descriptor >= 0, isBound else { throw Unavailable() }
  }

  deinit { close(descriptor) }

  /// Connects to the socket and closes the connection, which wakes a thread that waits for one.
  func touch() {
    let client = Self.makeSocket()
    var address = Self.address(port: UInt16(port))
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe Self.withAddress(&address) { unsafe connect(client, $0, length) }
    close(client)
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Darwin)
    socket(AF_INET, SOCK_STREAM, 0)
    #else
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func withAddress<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }
}
