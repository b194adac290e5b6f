/// The security of a link. The server's permissions and the client's trust in received values depend on it.
public struct BearerSecurity: Equatable, Sendable {
  /// Whether the link is encrypted.
  public var isEncrypted: Bool
  /// Whether the key came from a pairing with protection against an attacker in the middle.
  public var isAuthenticated: Bool
  /// Whether the device may be discovered: then any peer may read its name.
  public var isDiscoverable: Bool

  /// Creates a description of a link's security.
  public init(isEncrypted: Bool, isAuthenticated: Bool, isDiscoverable: Bool = false) {
    self.isEncrypted = isEncrypted
    self.isAuthenticated = isAuthenticated
    self.isDiscoverable = isDiscoverable
  }

  /// A link without encryption.
  public static let none = BearerSecurity(isEncrypted: false, isAuthenticated: false)
}

/// The state that the attribute client and the attribute server of one link share.
///
/// Core Spec 5.4, Vol 3, Part F, 3.2.8 and 3.2.11.
public struct AttributeBearer: Equatable, Sendable {
  /// The receiver of a PDU.
  public enum Route: Equatable, Sendable {
    /// Requests, commands and confirmations.
    case server
    /// Responses, notifications and indications.
    case client
    /// No receiver: the PDU is empty, longer than the MTU, or has no meaning.
    case ignored
  }

  /// The MTU before it is exchanged, in octets. No MTU may be smaller.
  public static let defaultMTU = 23
  /// The largest useful MTU: it holds a Prepare Write Request with a whole attribute value.
  public static let largestMTU = 517
  /// The largest attribute value. Core Spec 5.4, Vol 3, Part F, 3.2.9.
  public static let largestValueCount = 512

  /// The longest PDU we take: 23...517.
  public let receiveMTU: Int
  /// The longest PDU either side may send: 23...`receiveMTU`.
  public private(set) var mtu = defaultMTU
  /// Whether the MTU of this link was negotiated.
  public private(set) var isMTUExchanged = false
  /// The security of the link. The owner of the link keeps it up to date.
  public var security = BearerSecurity.none

  /// `receiveMTU` is brought into its range.
  public init(receiveMTU: Int = largestMTU) {
    self.receiveMTU = min(max(receiveMTU, Self.defaultMTU), Self.largestMTU)
  }

  /// Sets the MTU from the peer's receive MTU. Only the first exchange of a link has an effect.
  public mutating func completeMTUExchange(peerReceiveMTU: UInt16) {
    guard !isMTUExchanged else { return }
    isMTUExchanged = true
    mtu = min(max(Int(peerReceiveMTU), Self.defaultMTU), receiveMTU)
  }

  /// Returns the receiver of `pdu`.
  ///
  /// An unknown opcode goes to the server, which has to refuse it if it is a request.
  public func route(_ pdu: Span<UInt8>) -> Route {
    guard pdu.count > 0, pdu.count <= mtu, pdu[0] != 0 else { return .ignored }
    return Opcode(rawValue: pdu[0])?.audience ?? .server
  }
}
