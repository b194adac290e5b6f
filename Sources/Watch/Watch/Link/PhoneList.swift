public import Identifiers
public import Octets
internal import SecurityManager

/// The phones that are paired, as the user knows them.
public struct PhoneList {
  public struct Phone: Equatable, Sendable {
    public let identity: DeviceAddress
    /// The phone's own name; empty if it has not sent one.
    public let name: BoundedText<24>

    public init(identity: DeviceAddress, name: BoundedText<24>) {
      self.identity = identity
      self.name = name
    }

    /// Its name, or else the end of its address: never empty.
    public var label: BoundedText<24> {
      guard name.isEmpty else { return name }
      var text = BoundedText<24>("Phone ")
      for index in (0..<3).reversed() {
        Self.append(identity.octets[index] >> 4, to: &text)
        Self.append(identity.octets[index] & 0x0F, to: &text)
        if index > 0 { text.append(repairing: (":" as StaticString).utf8Span) }
      }
      return text
    }

    private static func append(_ nibble: UInt8, to text: inout BoundedText<24>) {
      let value = UInt32(nibble < 10 ? 0x30 + nibble : 0x37 + nibble)
      text.append(UTF8Scalar(value: value) ?? .replacement)
    }
  }

  private var phones = PerPhone<Phone>()
  /// The phone of the link, if the link is secured.
  public var connected: DeviceAddress?
  /// The only phone that may connect; nil: any of them.
  public var chosen: DeviceAddress?
  /// The phone of the link, else the one that was connected last.
  public var latest: DeviceAddress?

  public init() {}

  public var count: Int { phones.count }

  /// - Precondition: `index` is below `count`.
  public subscript(index: Int) -> Phone { phones[index] }

  /// Adds a phone; there are never more than can be bonded.
  public mutating func append(_ phone: Phone) { _ = phones.pushLast(phone) }

  @inline(never)  // Several callers: one copy is smaller.
  public func index(of identity: DeviceAddress?) -> Int? {
    guard let identity else { return nil }
    for index in phones.indices where phones[index].identity == identity { return index }
    return nil
  }

  /// The displayed name of a phone; empty if it is not in the list.
  public func label(of identity: DeviceAddress?) -> BoundedText<24> {
    index(of: identity).map { phones[$0].label } ?? BoundedText<24>()
  }
}
