import Foundation
import LinuxPlatform
import Octets
import TestSupport
import Testing
import Timing

/// A directory for one test, removed with its last owner.
public final class TemporaryDirectory {
  public let path: String

  public init() throws {
    let places = String(repeating: "X", count: 6)
    var template = Array("/tmp/belfry-\(places)".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  public func contents(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
  }

  public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

extension StaticBytes {
  /// Never freed: it must exist as long as the program.
  public init(_ string: String) { self.init(cString: strdup(string)) }

  public var string: String { span.string }
}

extension PlatformError {
  public var message: String {
    var message = MessageText()
    describe(in: &message)
    return message.span.string
  }
}

extension Span<UInt8> {
  public var array: [UInt8] { indices.map { self[$0] } }
  public var string: String { String(decoding: array, as: UTF8.self) }
}

extension Instant {
  public static func seconds(_ count: UInt64) -> Instant { Instant(microseconds: count * 1_000_000) }
  public static func milliseconds(_ count: UInt64) -> Instant { Instant(microseconds: count * 1_000) }
}

/// Two connected stream sockets. The second is the test's end; it is closed with this object.
public final class SocketPair {
  public let ours: Int32
  public private(set) var theirs: Int32

  public init() throws {
    var ends: [Int32] = [-1, -1]
    // A program that a test starts in parallel must not hold an end open.
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    try #require(socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0)
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit { hangUp() }

  public func hangUp() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }
}

/// Reads all available octets.
public func readAll(_ descriptor: Int32, atMost limit: Int = 1 << 20) -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4_096)
  while all.count < limit {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { break }
    let count = read(descriptor, &buffer, min(buffer.count, limit - all.count))
    guard count > 0 else { break }
    all += buffer[..<count]
  }
  return all
}

public func writeAll(_ descriptor: Int32, _ octets: [UInt8]) {
  var rest = octets[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// A pseudo-terminal: `master` is the test's end.
public final class PseudoTerminal {
  public private(set) var master: Int32
  public let path: String

  public init() throws {
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: unlock the other end, and ask for its number.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  deinit { hangUp() }

  public func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}
