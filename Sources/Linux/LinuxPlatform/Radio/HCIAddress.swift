internal import CLinux
internal import Octets

/// The address of the Bluetooth controller.
///
///     hciN | tcp:HOST:PORT | unix:PATH | uart:DEVICE[@BAUD]
public struct HCIAddress: Sendable {
  enum Kind: Equatable, Sendable {
    case userChannel(UInt16)
    case tcp(port: UInt16)
    case unix
    case serial(baud: UInt32)
  }

  let kind: Kind
  /// The host or the path; empty for a user channel.
  let target: StaticBytes
  /// As the user wrote it.
  let text: StaticBytes

  /// Whether each read gives one whole packet, so that a bad one does not lose the place of the others.
  public var keepsPacketsApart: Bool {
    if case .userChannel = kind { true } else { false }
  }

  /// How long the watch waits for the controller after a loss, if it has been ready before.
  var limitAfterLoss: OpeningAttempts.Limit {
    switch kind {
    case .userChannel, .serial: .long
    case .tcp, .unix: .short
    }
  }

  /// The first controller of Linux.
  public init() {
    self.init(.userChannel(0), StaticBytes(), StaticBytes("hci0"))
  }

  private init(_ kind: Kind, _ target: StaticBytes, _ text: StaticBytes) {
    self.kind = kind
    self.target = target
    self.text = text
  }

  /// The reason why a text is not an address.
  package enum Defect: Error, Equatable {
    case unknownForm, invalidHost, invalidPort, unsupportedBaud
  }

  package init(parsing text: StaticBytes) throws(Defect) {
    if let rest = text.dropping(prefix: "tcp:") {
      self = try Self.tcp(rest, text)
    } else if let path = text.dropping(prefix: "unix:") {
      self.init(.unix, path, text)
    } else if let rest = text.dropping(prefix: "uart:") {
      self = try Self.serial(rest, text)
    } else if let index = text.dropping(prefix: "hci")?.span.number, index < 0xFFFF {
      self.init(.userChannel(UInt16(truncatingIfNeeded: index)), StaticBytes(), text)
    } else {
      throw .unknownForm
    }
  }

  private static func tcp(_ rest: StaticBytes, _ text: StaticBytes) throws(Defect) -> HCIAddress {
    guard let (head, tail) = rest.split(atLast: UInt8(ascii: ":")) else { throw .unknownForm }
    guard let port = tail.span.number, (1...0xFFFF).contains(port) else { throw .invalidPort }
    let host = withoutBrackets(head)
    let status = unsafe host.span.withPointer { pointer, count in unsafe belfry_tcp_check(pointer, count) }
    guard status == 0 else { throw .invalidHost }
    return HCIAddress(.tcp(port: UInt16(truncatingIfNeeded: port)), host, text)
  }

  /// An IPv6 address stands in brackets, as in a URL.
  private static func withoutBrackets(_ host: StaticBytes) -> StaticBytes {
    let octets = host.span
    let isBracketed =
      octets.count > 2 && octets[0] == UInt8(ascii: "[") && octets[octets.count - 1] == UInt8(ascii: "]")
    return isBracketed ? host.extracting(1..<(octets.count - 1)) : host
  }

  private static func serial(_ rest: StaticBytes, _ text: StaticBytes) throws(Defect) -> HCIAddress {
    guard let (path, speed) = rest.split(atLast: UInt8(ascii: "@")) else {
      return HCIAddress(.serial(baud: 115_200), rest, text)
    }
    guard let baud = speed.span.number, belfry_serial_supports(baud) else { throw .unsupportedBaud }
    return HCIAddress(.serial(baud: baud), path, text)
  }
}
