import Glibc
import HCI
public import Peripherals
public import Timing

/// A Bluetooth controller that speaks H4 on a TCP port of this machine, such as Bumble's.
public struct Socket: HCITransport, ~Copyable {
  public enum Failure: Error {
    /// The controller closed the connection.
    case lost
    /// The next packet cannot be found in the octets of the controller.
    case framingLost
  }

  private let number: Int32

  /// - Parameter port: of 127.0.0.1. If no controller listens there, the program ends.
  public init(port: UInt16) {
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { endProgram("there is no controller at 127.0.0.1:\(port)") }
  }

  /// Waits for octets, at most this number of milliseconds; -1: without a limit.
  public func wait(milliseconds: Int32) {
    var event = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    poll(&event, 1, milliseconds)
  }

  public mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Failure) -> Int {
    var octets = [UInt8](repeating: 0, count: buffer.freeCapacity)
    let count = recv(number, &octets, octets.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN { return 0 }
    guard count > 0 else { throw .lost }
    for octet in octets[..<count] { buffer.append(octet) }
    return count
  }

  public mutating func send(_ packet: Span<UInt8>) throws(Failure) -> Bool {
    let count = packet.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count == packet.count else { throw .lost }
    return true
  }
}

/// Prints the reason on standard error, and ends the program.
public func endProgram(_ reason: String) -> Never {
  let line = Array((reason + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

/// The kernel's random octets.
public struct SystemEntropy: EntropySource {
  public init() {}

  public mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    var generator = SystemRandomNumberGenerator()
    for index in octets.indices { octets[index] = UInt8.random(in: 0...255, using: &generator) }
  }
}

/// The time since this machine started.
public func monotonicTime() -> Instant {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000)
}
