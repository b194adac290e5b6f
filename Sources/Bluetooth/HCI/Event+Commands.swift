internal import Octets

// The events that answer commands, and those that speak of the controller itself.

/// A command is done.
///
///     | numHCICommandPackets: 1 | commandOpcode: 2 | returnParameters: 0...252 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.14.
public struct CommandComplete: ~Escapable {
  /// The number of commands that the host may send now. It replaces the number before.
  public let numHCICommandPackets: UInt8
  /// The command that is complete; 0 if only the credits change.
  public let commandOpcode: Opcode
  /// The status first. If that is not 0, nothing else need be there.
  public let returnParameters: Span<UInt8>

  @_lifetime(copy input)
  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    numHCICommandPackets = try input.takeUInt8()
    commandOpcode = Opcode(rawValue: try input.takeUInt16())
    returnParameters = try input.take(input.count)
  }
}

/// A command has been begun, or refused.
///
///     | status: 1 | numHCICommandPackets: 1 | commandOpcode: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.15.
public struct CommandStatus: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The number of commands that the host may send now. It replaces the number before.
  public let numHCICommandPackets: UInt8
  /// The command that has started or failed; 0 if only the credits change.
  public let commandOpcode: Opcode

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    numHCICommandPackets = try input.takeUInt8()
    commandOpcode = Opcode(rawValue: try input.takeUInt16())
  }
}

/// The controller is broken.
///
///     | hardwareCode: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.16.
public struct HardwareError: Equatable, Sendable {
  /// A code of the manufacturer.
  public let hardwareCode: UInt8

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    hardwareCode = try input.takeUInt8()
  }
}

/// ACL packets have left the controller's buffers.
///
///     | numHandles: 1 = 1... | (connectionHandle: 2 | numCompletedPackets: 2) ... |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.19.
public struct NumberOfCompletedPackets: ~Escapable {
  private var pairs: Span<UInt8>

  /// - Throws: `invalidValue` unless there are as many pairs as the event says, and at least one.
  @_lifetime(copy input)
  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    let count = Int(try input.takeUInt8())
    guard count > 0, input.count == 4 * count else { throw .invalidValue }
    pairs = try input.take(4 * count)
  }

  /// Takes the next pair out; nil at the end. The handle is as sent: it may be of no connection.
  mutating func next() -> (handle: UInt16, numCompletedPackets: UInt16)? {
    guard let handle = try? pairs.takeUInt16(), let count = try? pairs.takeUInt16() else { return nil }
    return (handle & 0x0FFF, count)
  }
}

/// The host sent more than the controller had room for.
///
///     | linkType: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.26.
public struct DataBufferOverflow: Equatable, Sendable {
  /// The kind of link: 1 is ACL.
  public let linkType: UInt8

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    linkType = try input.takeUInt8()
  }
}
