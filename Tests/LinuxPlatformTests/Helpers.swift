import Foundation
import Octets
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

/// A directory of its own for a test, removed with its last owner.
final class TemporaryDirectory {
  let path: String

  init() throws {
    let places = String(repeating: "X", count: 6)
    var template = Array("/tmp/belfry-\(places)".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func contents(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

extension LastingText {
  /// Lasts as long as the program: never freed.
  init(_ string: String) { self.init(cString: strdup(string)) }

  var string: String { span.string }
}

extension PlatformError {
  var message: String {
    var message = MessageText()
    describe(in: &message)
    return message.span.string
  }
}

extension UsageError {
  var message: String {
    var message = MessageText()
    describe(in: &message)
    return message.span.string
  }
}

extension Span<UInt8> {
  var array: [UInt8] { indices.map { self[$0] } }
  var string: String { String(decoding: array, as: UTF8.self) }
}

extension Instant {
  static func milliseconds(_ count: UInt64) -> Instant { Instant(microseconds: count * 1_000) }
}

/// Two connected stream sockets. The second is the test's end; it closes with this.
final class SocketPair {
  let ours: Int32
  private(set) var theirs: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit { hangUp() }

  func hangUp() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }
}

/// Reads all that is there now.
func readAll(_ descriptor: Int32, atMost limit: Int = 1 << 20) -> [UInt8] {
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

func writeAll(_ descriptor: Int32, _ octets: [UInt8]) {
  var rest = octets[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// A pseudo-terminal: `master` is the test's end.
final class PseudoTerminal {
  private(set) var master: Int32
  let path: String

  init() throws {
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: unlock the other end, and ask for its number.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  deinit { hangUp() }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}
