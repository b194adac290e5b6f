internal import CLinux
internal import Octets

/// Where the Bluetooth controller is.
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
  let target: PathText
  /// As the user wrote it.
  let text: PathText

  /// Whether each read gives one whole packet, so that a bad one does not lose the place of the others.
  public var keepsPacketsApart: Bool {
    if case .userChannel = kind { true } else { false }
  }

  /// The first controller of Linux.
  public init() {
    kind = .userChannel(0)
    target = PathText()
    text = PathText("hci0")
  }

  private init(_ kind: Kind, _ target: Span<UInt8>, _ text: Span<UInt8>) {
    self.kind = kind
    self.target = PathText(repairing: target)
    self.text = PathText(repairing: text)
  }

  /// Why a text is no address.
  enum Defect: Error, Equatable {
    case unknownForm, invalidHost, invalidPort, unsupportedBaud
  }

  init(parsing text: Span<UInt8>) throws(Defect) {
    if let rest = text.dropping(prefix: "tcp:") {
      self = try Self.tcp(rest, text)
    } else if let path = text.dropping(prefix: "unix:"), path.count > 0 {
      self.init(.unix, path, text)
    } else if let rest = text.dropping(prefix: "uart:"), rest.count > 0 {
      self = try Self.serial(rest, text)
    } else if let digits = text.dropping(prefix: "hci"), let index = digits.number, index < 0xFFFF {
      self.init(.userChannel(UInt16(truncatingIfNeeded: index)), digits.extracting(first: 0), text)
    } else {
      throw .unknownForm
    }
  }

  private static func tcp(_ rest: Span<UInt8>, _ text: Span<UInt8>) throws(Defect) -> HCIAddress {
    guard let colon = rest.lastIndex(of: UInt8(ascii: ":")) else { throw .unknownForm }
    guard let port = rest.extracting(droppingFirst: colon + 1).number, (1...0xFFFF).contains(port) else {
      throw .invalidPort
    }
    let host = withoutBrackets(rest.extracting(first: colon))
    let status = unsafe host.withPointer { pointer, count in unsafe belfry_tcp_check(pointer, count) }
    guard status == 0 else { throw .invalidHost }
    return HCIAddress(.tcp(port: UInt16(truncatingIfNeeded: port)), host, text)
  }

  /// An IPv6 address stands in brackets, as in a URL.
  @_lifetime(copy host)
  private static func withoutBrackets(_ host: Span<UInt8>) -> Span<UInt8> {
    guard host.count > 2, host[0] == UInt8(ascii: "["), host[host.count - 1] == UInt8(ascii: "]") else { return host }
    return host.extracting(1..<(host.count - 1))
  }

  private static func serial(_ rest: Span<UInt8>, _ text: Span<UInt8>) throws(Defect) -> HCIAddress {
    guard let at = rest.lastIndex(of: UInt8(ascii: "@")) else {
      return HCIAddress(.serial(baud: 115_200), rest, text)
    }
    guard let baud = rest.extracting(droppingFirst: at + 1).number, belfry_serial_supports(baud) else {
      throw .unsupportedBaud
    }
    return HCIAddress(.serial(baud: baud), rest.extracting(first: at), text)
  }
}
