public import Octets

/// A PDU that consists of an opcode, or of an opcode before a value.
public protocol BarePDU: Sendable {
  /// The opcode, the only fixed field of the PDU.
  static var opcode: Opcode { get }
  /// Whether a value follows.
  static var hasValue: Bool { get }
  /// Creates the PDU.
  init()
}

extension BarePDU {
  /// Takes the opcode off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  ///
  /// - Throws: also if something follows in a PDU without a value.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(Self.opcode)
    if !Self.hasValue { try rest.requireEnd() }
    pdu = rest
    self.init()
  }

  /// Appends the opcode; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(Self.opcode)
  }
}

/// ` | opcode: 1 = 0x0B | attributeValue: 0...MTU-1 | `. Core Spec 5.4, Vol 3, Part F, 3.4.4.4.
public struct ReadResponse: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .readResponse }
  public static var hasValue: Bool { true }
  /// Creates the PDU.
  public init() {}
}

/// ` | opcode: 1 = 0x0D | partAttributeValue: 0...MTU-1 | `. Core Spec 5.4, Vol 3, Part F, 3.4.4.6.
public struct ReadBlobResponse: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .readBlobResponse }
  public static var hasValue: Bool { true }
  /// Creates the PDU.
  public init() {}
}

/// ` | opcode: 1 = 0x0F | setOfValues: 0...MTU-1 | `. Core Spec 5.4, Vol 3, Part F, 3.4.4.8.
public struct ReadMultipleResponse: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .readMultipleResponse }
  public static var hasValue: Bool { true }
  /// Creates the PDU.
  public init() {}
}

/// ` | opcode: 1 = 0x13 | `. Core Spec 5.4, Vol 3, Part F, 3.4.5.2.
public struct WriteResponse: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .writeResponse }
  public static var hasValue: Bool { false }
  /// Creates the PDU.
  public init() {}
}

/// ` | opcode: 1 = 0x19 | `. Core Spec 5.4, Vol 3, Part F, 3.4.6.4.
public struct ExecuteWriteResponse: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .executeWriteResponse }
  public static var hasValue: Bool { false }
  /// Creates the PDU.
  public init() {}
}

/// ` | opcode: 1 = 0x1E | `. Core Spec 5.4, Vol 3, Part F, 3.4.7.3.
public struct HandleValueConfirmation: BarePDU {
  /// The first octet of this PDU.
  public static var opcode: Opcode { .handleValueConfirmation }
  public static var hasValue: Bool { false }
  /// Creates the PDU.
  public init() {}
}
