public import Identifiers
internal import Octets

// The events about encryption and about the peer's controller.

/// Encryption was turned on or off, or could not be.
///
///     | status: 1 | connectionHandle: 2 | encryptionEnabled: 1 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.8.
public struct EncryptionChange: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// On an LE link: AES-CCM. False if the status is not success.
  public let isEnabled: Bool

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    let encryptionEnabled = try input.takeUInt8()
    isEnabled = status == .success && encryptionEnabled != 0x00
  }
}

/// An encrypted link has a new session key, or could not get one.
///
///     | status: 1 | connectionHandle: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.39.
public struct EncryptionKeyRefreshComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
  }
}

/// The central encrypts the link, and the controller asks with which key.
///
///     | subevent = 0x05 | connectionHandle: 2 | randomNumber: 8 | encryptedDiversifier: 2 |
///
/// Both values are 0 for a key of LE Secure Connections. Core Spec 5.4, Vol 4, Part E, 7.7.65.5.
public struct LELongTermKeyRequest: Equatable, Sendable {
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// Identifies the key of a legacy pairing; 0 with Secure Connections.
  public let randomNumber: UInt64
  /// Identifies the key of a legacy pairing; 0 with Secure Connections.
  public let encryptedDiversifier: UInt16

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    connectionHandle = try ConnectionHandle(decoding: &input)
    randomNumber = try input.takeUInt64()
    encryptedDiversifier = try input.takeUInt16()
  }
}

/// The peer sent no packet with a valid MIC during the authenticated payload timeout.
///
///     | connectionHandle: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.75.
public struct AuthenticatedPayloadTimeoutExpired: Equatable, Sendable {
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    connectionHandle = try ConnectionHandle(decoding: &input)
  }
}

/// The version and the manufacturer that the peer's controller reports.
///
///     | status: 1 | connectionHandle: 2 | version: 1 | manufacturerName: 2 | subversion: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.12.
public struct ReadRemoteVersionInformationComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// The version of the peer's link layer, as an assigned number.
  public let version: UInt8
  /// The company identifier of the peer's controller.
  public let manufacturerName: UInt16
  /// The manufacturer's revision of the peer's controller.
  public let subversion: UInt16

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    version = try input.takeUInt8()
    manufacturerName = try input.takeUInt16()
    subversion = try input.takeUInt16()
  }
}

/// The features of the peer's Link Layer.
///
///     | subevent = 0x04 | status: 1 | connectionHandle: 2 | leFeatures: 8 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.7.65.4.
public struct LEReadRemoteFeaturesComplete: Equatable, Sendable {
  /// Success, or why the procedure failed.
  public let status: ErrorCode
  /// The connection that the event is about.
  public let connectionHandle: ConnectionHandle
  /// One bit for each feature of the peer.
  public let leFeatures: UInt64

  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    status = try ErrorCode(decoding: &input)
    connectionHandle = try ConnectionHandle(decoding: &input)
    leFeatures = try input.takeUInt64()
  }
}
