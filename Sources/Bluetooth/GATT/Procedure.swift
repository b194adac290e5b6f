public import ATT
public import Identifiers

/// A procedure of the client; for a write, use `startWrite(to:value:)`.
public enum Procedure: Equatable, Sendable {
  /// Core Spec 5.4, Vol 3, Part G, 4.3.1.
  case exchangeMTU
  /// All instances of a primary service. Core Spec 5.4, Vol 3, Part G, 4.4.2.
  case discoverPrimaryService(BluetoothUUID)
  /// All characteristics of a service. Core Spec 5.4, Vol 3, Part G, 4.6.1.
  case discoverCharacteristics(HandleRange)
  /// All descriptors of a characteristic, which follow its value. Core Spec 5.4, Vol 3, Part G, 4.7.1.
  case discoverDescriptors(HandleRange)
  /// The first MTU-1 octets of a value. Core Spec 5.4, Vol 3, Part G, 4.8.1.
  case readValue(AttributeHandle)
  /// All of a value. Core Spec 5.4, Vol 3, Part G, 4.8.3.
  case readLongValue(AttributeHandle)
  /// Writes a Client Characteristic Configuration descriptor. Core Spec 5.4, Vol 3, Part G, 4.12.3.
  case configure(AttributeHandle, ClientCharacteristicConfiguration)
}

/// How a procedure ended.
public enum ProcedureResult: Equatable, Sendable {
  /// The procedure is complete.
  case success
  /// The server answered with an error.
  case refused(ErrorCode)
  /// The server answered with something that makes no sense, or with more answers than make sense.
  case invalidResponse
  /// The server did not answer for 30 s: the bearer is of no more use.
  case timedOut
}

/// The result of one PDU for the client. Values are parts of that PDU: nothing is copied.
public enum ClientEvent: ~Escapable {
  /// Nothing for the caller.
  case none
  /// Services that were found.
  case services(ServiceEntries)
  /// Characteristics that were found.
  case characteristics(CharacteristicEntries)
  /// Descriptors that were found.
  case descriptors(DescriptorEntries)
  /// The part of the value being read that starts at `offset`.
  case value(offset: Int, part: Span<UInt8>)
  /// A notification from an accepted handle, on an encrypted link.
  case notification(AttributeHandle, value: Span<UInt8>)
  /// An indication from an accepted handle, on an encrypted link. Any other is confirmed and dropped.
  case indication(AttributeHandle, value: Span<UInt8>)
}
