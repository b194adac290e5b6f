public import Identifiers

/// The reason why a controller no longer works. Only opening the transport again and starting from Reset may help.
public enum ControllerFailure: Equatable, Sendable {
  /// The command was not answered in 2 s.
  case commandTimeout(Opcode)
  /// A command that bring-up needs was refused.
  case commandRefused(Opcode, ErrorCode)
  /// The answer to a command that bring-up needs was too short.
  case malformedReturnParameters(Opcode)
  /// The controller took no command for 4 s.
  case noCommandCredits
  /// The command queue overflowed, because the controller answers more slowly than it causes commands.
  case commandQueueOverflow
  /// ACL packets of fewer than 27 octets, or none at all.
  case unusableBufferSize
  /// The controller does not support Bluetooth LE.
  case lowEnergyNotSupported
  /// The controller reported a hardware error with this code.
  case hardwareError(UInt8)
  /// A connection that was to end did not, not even by its supervision timeout.
  case disconnectionTimeout
  /// Phones encrypted their connections, and the controller carried no data over them.
  case noData
  /// The controller refused to advertise several times in a row.
  case advertisingRefused
}

/// An event that `Controller` reports to its owner. Each connection named in an event is known and has not ended.
public enum ControllerEvent: Equatable, Sendable {
  /// Bring-up is done.
  case ready
  /// The controller is lost, with all connections.
  case failed(ControllerFailure)
  /// A command is complete, or its procedure has started and a later event reports the end.
  case commandSucceeded(Opcode)
  /// The controller refused the command with this error.
  case commandFailed(Opcode, ErrorCode)
  /// The answer to Read RSSI, in dBm; 127 if the controller does not know.
  case rssi(ConnectionHandle, Int8)
  /// A connection exists. If an earlier connection has the same handle, the earlier one has ended.
  case connected(LEConnection)
  /// No connection was established.
  case connectionFailed(ErrorCode)
  /// The connection has ended.
  case disconnected(ConnectionHandle, reason: ErrorCode)
  /// The encryption of a connection changed. `isKeyOurs`: whether this host supplied a key for the last key request. If
  /// not, the encryption does not prove the identity of the peer.
  case encryptionChange(EncryptionChange, isKeyOurs: Bool)
  /// The key of an encrypted connection was replaced. `isKeyOurs`: whether this host supplied the key.
  case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete, isKeyOurs: Bool)
  /// To be answered by one of the two replies.
  case longTermKeyRequest(LELongTermKeyRequest)
  /// The parameters of the connection have changed, or the change failed.
  case connectionUpdateComplete(LEConnectionUpdateComplete)
  /// To be answered by one of the two replies, or the link dies.
  case remoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
  /// The maximum length of link layer packets has changed.
  case dataLengthChange(LEDataLengthChange)
  /// The PHY of the connection has changed, or the change failed.
  case phyUpdateComplete(LEPHYUpdateComplete)
  /// The peer's version was read.
  case remoteVersionInformation(ReadRemoteVersionInformationComplete)
  /// The peer's features were read.
  case remoteFeatures(LEReadRemoteFeaturesComplete)
  /// The peer sent no authenticated packet within the timeout.
  case authenticatedPayloadTimeoutExpired(ConnectionHandle)
  /// The controller lost data: data that was sent to it may not arrive.
  case dataBufferOverflow
}

/// The events that were counted since the start, for the log.
public struct ControllerStatistics: Equatable, Sendable {
  /// Events that could not be read.
  public internal(set) var malformedEvents: UInt32 = 0
  /// Events of a kind that this host does not know, a vendor's among them.
  public internal(set) var unknownEvents: UInt32 = 0
  /// Events of connections that do not exist.
  public internal(set) var strayEvents: UInt32 = 0
  /// Responses to commands that were not pending.
  public internal(set) var strayAnswers: UInt32 = 0
  /// Completed packets that were never sent.
  public internal(set) var creditFaults: UInt32 = 0
  /// ACL packets that could not be read, or that no connection is known for.
  public internal(set) var droppedACLPackets: UInt32 = 0
}
