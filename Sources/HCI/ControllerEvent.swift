public import Identifiers

/// Why a controller is of no use any more. Only opening the transport anew and a fresh start may help.
public enum ControllerFailure: Equatable, Sendable {
  /// The command was not answered in 2 s.
  case commandTimeout(Opcode)
  /// A command that bring-up needs was refused.
  case commandRefused(Opcode, ErrorCode)
  /// The answer to a command that bring-up needs was too short.
  case malformedReturnParameters(Opcode)
  /// The controller took no command for 4 s.
  case noCommandCredits
  /// More commands wait than the queue has room for: the controller is too slow for what it asks.
  case commandQueueOverflow
  /// ACL packets of fewer than 27 octets, or none at all.
  case unusableBufferSize
  case lowEnergyNotSupported
  case hardwareError(UInt8)
  /// A connection that was to end did not, not even by its supervision timeout.
  case disconnectionTimeout
  /// Connections come about, and nothing arrives over them.
  case noData
}

/// What `Controller` tells its owner. All events that name a connection are of one that is known and has not ended.
public enum ControllerEvent: Equatable, Sendable {
  /// Bring-up is done.
  case ready
  /// The controller is lost, with all connections.
  case failed(ControllerFailure)
  /// A command is done, or begun if an event of its own tells of its end.
  case commandSucceeded(Opcode)
  case commandFailed(Opcode, ErrorCode)
  /// The answer to Read RSSI, in dBm; 127 if the controller does not know.
  case rssi(ConnectionHandle, Int8)
  /// A connection exists. If its handle is that of another, that one is over.
  case connected(LEConnection)
  case connectionFailed(ErrorCode)
  case disconnected(ConnectionHandle, reason: ErrorCode)
  /// `isKeyOurs` says whether the link's last key request was answered with a key: if not, the encryption proves
  /// nothing.
  case encryptionChange(EncryptionChange, isKeyOurs: Bool)
  case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete, isKeyOurs: Bool)
  /// To be answered by one of the two replies.
  case longTermKeyRequest(LELongTermKeyRequest)
  case connectionUpdateComplete(LEConnectionUpdateComplete)
  /// To be answered by one of the two replies, or the link dies.
  case remoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
  case dataLengthChange(LEDataLengthChange)
  case phyUpdateComplete(LEPHYUpdateComplete)
  case remoteVersionInformation(ReadRemoteVersionInformationComplete)
  case remoteFeatures(LEReadRemoteFeaturesComplete)
  case authenticatedPayloadTimeoutExpired(ConnectionHandle)
  /// The controller lost data: what is in flight cannot be trusted to arrive.
  case dataBufferOverflow
}

/// What was counted since the start, for the log.
public struct ControllerStatistics: Equatable, Sendable {
  /// Events that could not be read.
  public internal(set) var malformedEvents: UInt32 = 0
  /// Events of a kind that this host does not know, a vendor's among them.
  public internal(set) var unknownEvents: UInt32 = 0
  /// Events of connections that do not exist.
  public internal(set) var strayEvents: UInt32 = 0
  /// Answers to commands that nobody waits for.
  public internal(set) var strayAnswers: UInt32 = 0
  /// Completed packets that were never sent.
  public internal(set) var creditFaults: UInt32 = 0
  /// ACL packets that could not be read, or that no connection is known for.
  public internal(set) var droppedACLPackets: UInt32 = 0
}
