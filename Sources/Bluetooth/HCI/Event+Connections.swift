public import Identifiers
internal import Octets

// The events that speak of a connection's life and timing. Intervals are in units of 1.25 ms, supervision timeouts of
// 10 ms; a controller may send 0 for either, so nothing may divide by them.

/// A connection exists.
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.1 and 7.7.65.10.
public struct LEConnection: Equatable, Sendable {
  /// The role of the own device.
  public enum Role: UInt8, Sendable {
    /// The own device started the connection.
    case central = 0x00
    /// The own device advertised.
    case peripheral = 0x01
  }

  /// The handle of the new connection.
  public let handle: ConnectionHandle
  /// The role of the own device.
  public let role: Role
  /// The address that the peer uses on this link, which pairing computes with.
  public let peerAddress: DeviceAddress
  /// The peer's identity, if the controller resolved its address.
  public let peerIdentity: DeviceAddress?
  /// In units of 1.25 ms.
  public let connectionInterval: UInt16
  /// How many connection events the peripheral may skip.
  public let peripheralLatency: UInt16
  /// In units of 10 ms.
  public let supervisionTimeout: UInt16
}

/// A connection exists, or could not be made.
///
///     | subevent = 0x01 | status: 1 | connectionHandle: 2 | role: 1 | peerAddressType: 1 | peerAddress: 6 |
///     | connectionInterval: 2 | peripheralLatency: 2 | supervisionTimeout: 2 | centralClockAccuracy: 1 |
///
/// The enhanced form (0x0A) has the two resolvable private addresses, local and peer, behind the peer's address.
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.1 and 7.7.65.10.
public enum LEConnectionComplete: Equatable, Sendable {
  /// There is a new connection.
  case established(LEConnection)
  /// Advertising may have ended all the same.
  case failed(ErrorCode)

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>, isEnhanced: Bool) throws(DecodeError) {
    let status = try ErrorCode(decoding: &input)
    let handle = try input.takeUInt16()
    let role = try input.takeUInt8()
    let peer = try Peer(decoding: &input, isEnhanced: isEnhanced)
    let connectionInterval = try input.takeUInt16()
    let peripheralLatency = try input.takeUInt16()
    let supervisionTimeout = try input.takeUInt16()
    _ = try input.takeUInt8()
    guard status == .success else {
      self = .failed(status)
      return
    }
    guard let handle = ConnectionHandle(rawValue: handle & 0x0FFF), let role = LEConnection.Role(rawValue: role),
      peer.addressType <= 0x03
    else { throw .invalidValue }
    self = .established(
      LEConnection(
        handle: handle, role: role, peerAddress: peer.address, peerIdentity: peer.identity,
        connectionInterval: connectionInterval, peripheralLatency: peripheralLatency,
        supervisionTimeout: supervisionTimeout))
  }

  /// The peer's addresses in both forms of the event.
  private struct Peer {
    /// 0 public, 1 random, 2 public identity, 3 random identity; 2 and 3 if the controller resolved the address.
    let addressType: UInt8
    let octets: [6 of UInt8]
    var privateAddress: DeviceAddress?

    @_lifetime(input: copy input)
    init(decoding input: inout Span<UInt8>, isEnhanced: Bool) throws(DecodeError) {
      addressType = try input.takeUInt8()
      octets = try input.takeArray()
      guard isEnhanced else { return }
      _ = try input.take(6)
      privateAddress = try DeviceAddress(decoding: &input, kind: .random)
    }

    private var named: DeviceAddress { DeviceAddress(kind: addressType & 1 == 0 ? .public : .random, octets: octets) }
    var identity: DeviceAddress? { addressType >= 0x02 ? named : nil }
    var address: DeviceAddress {
      guard let privateAddress, addressType >= 0x02, privateAddress.isResolvablePrivate else { return named }
      return privateAddress
    }
  }
}

/// A connection has ended.
///
///     | status: 1 | connectionHandle: 2 | reason: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.5.
public struct DisconnectionComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// Why the connection ended.
  public let reason: ErrorCode

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    reason = try ErrorCode(decoding: &input)
  }
}

/// A connection's timing has changed, or could not be.
///
///     | subevent = 0x03 | status: 1 | connectionHandle: 2 | connectionInterval: 2 | peripheralLatency: 2 |
///     | supervisionTimeout: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.3.
public struct LEConnectionUpdateComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// In units of 1.25 ms.
  public let connectionInterval: UInt16
  /// How many connection events the peripheral may skip.
  public let peripheralLatency: UInt16
  /// In units of 10 ms.
  public let supervisionTimeout: UInt16

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    connectionInterval = try input.takeUInt16()
    peripheralLatency = try input.takeUInt16()
    supervisionTimeout = try input.takeUInt16()
  }
}

/// The peer wants another timing, and waits for the answer.
///
///     | subevent = 0x06 | connectionHandle: 2 | intervalMinimum: 2 | intervalMaximum: 2 | maxLatency: 2 | timeout: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.6.
public struct LERemoteConnectionParameterRequest: Equatable, Sendable {
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// As asked: perhaps not valid.
  public let parameters: ConnectionParameters

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    connectionHandle = try ConnectionHandle(decoding: &input)
    parameters = try ConnectionParameters(decoding: &input)
  }
}

/// How much one radio packet may carry has changed.
///
///     | subevent = 0x07 | connectionHandle: 2 | maxTxOctets: 2 | maxTxTime: 2 | maxRxOctets: 2 | maxRxTime: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.7.
public struct LEDataLengthChange: Equatable, Sendable {
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// The most octets of a packet that the own device sends: 27...251.
  public let maxTxOctets: UInt16
  /// In microseconds.
  public let maxTxTime: UInt16
  /// The most octets of a packet that the own device receives: 27...251.
  public let maxRxOctets: UInt16
  /// In microseconds.
  public let maxRxTime: UInt16

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    connectionHandle = try ConnectionHandle(decoding: &input)
    maxTxOctets = try input.takeUInt16()
    maxTxTime = try input.takeUInt16()
    maxRxOctets = try input.takeUInt16()
    maxRxTime = try input.takeUInt16()
  }
}

/// The radio's modulation has changed, or could not be.
///
///     | subevent = 0x0C | status: 1 | connectionHandle: 2 | txPHY: 1 | rxPHY: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.12.
public struct LEPHYUpdateComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// The PHY for sending: 1 LE 1M, 2 LE 2M, 3 LE Coded.
  public let txPHY: UInt8
  /// The PHY for receiving: 1 LE 1M, 2 LE 2M, 3 LE Coded.
  public let rxPHY: UInt8

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    txPHY = try input.takeUInt8()
    rxPHY = try input.takeUInt8()
  }
}

/// An advertising set has ended.
///
///     | subevent = 0x12 | status: 1 | advertisingHandle: 1 | connectionHandle: 2 |
///     | numCompletedExtendedAdvertisingEvents: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.18.
public struct LEAdvertisingSetTerminated: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The advertising set that has ended.
  public let advertisingHandle: UInt8
  /// As sent: without meaning unless the status is success.
  public let connectionHandle: UInt16
  /// How many extended advertising events were sent.
  public let numCompletedExtendedAdvertisingEvents: UInt8

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    advertisingHandle = try input.takeUInt8()
    connectionHandle = try input.takeUInt16()
    numCompletedExtendedAdvertisingEvents = try input.takeUInt8()
  }
}

/// How the link hops.
///
///     | subevent = 0x14 | connectionHandle: 2 | channelSelectionAlgorithm: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.20.
public struct LEChannelSelectionAlgorithm: Equatable, Sendable {
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// 0 for algorithm #1, 1 for algorithm #2.
  public let channelSelectionAlgorithm: UInt8

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    connectionHandle = try ConnectionHandle(decoding: &input)
    channelSelectionAlgorithm = try input.takeUInt8()
  }
}
