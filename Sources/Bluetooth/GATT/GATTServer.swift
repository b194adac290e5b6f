public import ATT
internal import Features
internal import Identifiers
public import Octets
public import Timing

/// The effects of a PDU that matter to the owner of the link.
public struct ServerChanges: Equatable, Sendable {
  /// Whether `configuration` changed. Then save it with the bond.
  public internal(set) var configurationChanged = false
  /// Whether the client has learned the present database. Then save the hash of the database with the bond.
  public internal(set) var databaseBecameKnown = false
  /// The handle that the client wrote to; `GATTServer.value(of:)` returns the new value.
  public internal(set) var writtenValue: AttributeHandle?

  /// Creates a value without changes.
  public init() {}
}

/// The attribute server of one link, over the database of the product.
///
/// Answers each request with exactly one PDU, and no command. Do not pass it a request before its last response was
/// sent: a client may have only one request outstanding, so drop such a request.
/// Core Spec 5.4, Vol 3, Part F, 3.3 and Part G.
public struct GATTServer: ~Copyable {
  private let inPlace = InPlace()
  private let serviceChangedHandle: AttributeHandle?
  private let serviceChangedSlot: Int?
  /// As AES-CMAC is written, most significant octet first. Zero until the owner sets it.
  private(set) var databaseHash: [16 of UInt8] = .init(repeating: 0)
  /// The client's settings.
  public private(set) var configuration = ClientConfiguration()
  private var awareness = ClientAwareness()
  private var serviceChanged = ServiceChangedIndication()
  private var indication = ValueIndication()
  /// The value that the present PDU has written.
  private var writtenHandle: AttributeHandle?
  /// The configurations whose values must be sent: one bit for each slot.
  private var pendingValues: UInt32 = 0
  /// Whether the client left an indication unconfirmed for 30 s: disconnect.
  public private(set) var isBearerLost = false

  // Large, and therefore last: short instructions reach the properties before.
  private(set) var database: AttributeDatabase

  /// A server over `database`. It indicates Service Changed if the database has that characteristic.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init(database: consuming AttributeDatabase) {
    self.database = database
    let handle = Features.hasAttributeCaching ? self.database.handle(of: .serviceChanged) : nil
    serviceChangedHandle = handle
    serviceChangedSlot = if let handle { self.database.configurationSlot(of: handle) } else { nil }
  }

  /// The octets that `putHashPart` needs at most.
  public static var longestHashPart: Int { 23 }

  /// Puts a part of the message whose AES-CMAC with an all-zero key is the Database Hash.
  ///
  /// - Parameters:
  ///   - handle: `.first` for the first part.
  ///   - output: room for `longestHashPart` octets.
  /// - Returns: the handle of the next part; nil after the last.
  ///
  /// Core Spec 5.4, Vol 3, Part G, 7.3.1.
  @_lifetime(output: copy output)
  public func putHashPart(at handle: AttributeHandle, into output: inout OutputSpan<UInt8>) -> AttributeHandle? {
    database.putHashPart(at: handle, into: &output)
  }

  /// Sets the Database Hash. Call it before the first link, unless `BluetoothHost` has the server: it does so itself.
  /// Without it the hash of each database is zero, and clients take all of them for the same.
  ///
  /// - Parameter cmac: as AES-CMAC is written, most significant octet first.
  public mutating func setDatabaseHash(_ cmac: [16 of UInt8]) { databaseHash = cmac }

  /// A link begins with a client that is not identified yet.
  public mutating func connect() {
    configuration = ClientConfiguration()
    awareness = ClientAwareness()
    serviceChanged.reset()
    indication.reset()
    pendingValues = 0
    isBearerLost = false
  }

  /// The client's bond is known: sets the settings of the client.
  public mutating func restore(_ configuration: ClientConfiguration) { self.configuration = configuration }

  /// The client is not the one of the last link: it has left no indication unconfirmed.
  public mutating func noteOtherClient() { serviceChanged.forgetUnconfirmed() }

  /// The bond of the client has the hash of another database: indicates Service Changed after a delay.
  public mutating func noteDatabaseChange(now: Instant) {
    awareness.noteDatabaseChange()
    serviceChanged.request(now: now)
  }

  // MARK: In

  /// Takes a request, a command or a confirmation, and appends to `response` the one PDU a request asks for.
  ///
  /// Needs `bearer.mtu` free octets; with fewer the request may stay unanswered.
  @_lifetime(response: copy response)
  public mutating func handle(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, response: inout OutputSpan<UInt8>, now: Instant
  ) -> ServerChanges {
    var changes = ServerChanges()
    guard bearer.route(pdu) == .server else { return changes }
    let oldConfiguration = configuration
    writtenHandle = nil
    let wasAware = awareness.isAware
    if pdu[0] == Opcode.handleValueConfirmation.rawValue {
      handleConfirmation(pdu)
    } else if Opcode.isCommand(pdu[0]) {
      handleCommand(pdu, on: bearer, now: now)
    } else {
      handleRequest(pdu, on: &bearer, response: &response, now: now)
    }
    changes.databaseBecameKnown = !wasAware && awareness.isAware
    changes.configurationChanged = configuration != oldConfiguration
    changes.writtenValue = writtenHandle
    return changes
  }

  private mutating func handleConfirmation(_ pdu: Span<UInt8>) {
    guard pdu.count == 1 else { return }
    if serviceChanged.confirm() {
      awareness.noteDatabaseKnown()
    } else if Features.hasIndications {
      indication.confirm()
    }
  }

  /// Executes a command. An invalid one has no effect and no response. A signed write counts as invalid, because the
  /// device has no signing key.
  private mutating func handleCommand(_ pdu: Span<UInt8>, on bearer: AttributeBearer, now: Instant) {
    guard !isOutOfSync else { return }
    var value = pdu
    guard let command = try? WriteCommand(decoding: &value),
      allows(.writeWithoutResponse, at: command.attributeHandle)
    else { return }
    _ = write(value, to: command.attributeHandle, on: bearer.security, now: now)
  }

  @_lifetime(response: copy response)
  private mutating func handleRequest(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, response: inout OutputSpan<UInt8>, now: Instant
  ) {
    let start = response.count
    do throws(EncodeError) {
      let isOutOfSync = awareness.refuses(pdu, usesRobustCaching: configuration.usesRobustCaching)
      let refusal =
        isOutOfSync ? Refusal(.databaseOutOfSync) : try answer(pdu, on: &bearer, into: &response, now: now)
      guard let refusal else {
        if ClientAwareness.readsDatabaseHash(pdu) { awareness.noteDatabaseKnown() }
        return
      }
      response.removeLast(response.count - start)
      let error = ErrorResponse(
        requestOpcodeInError: pdu[0], attributeHandleInError: refusal.handle, errorCode: refusal.code)
      try error.encode(into: &response)
    } catch {
      response.removeLast(response.count - start)
    }
  }

  /// Whether the client must not use the handles it knows: its commands are ignored, and it is notified of no value.
  private var isOutOfSync: Bool { !awareness.isAware && configuration.usesRobustCaching }

  /// Whether the properties of the characteristic with its value at `rawHandle` have `property`. True for any other
  /// attribute: it has no properties.
  func allows(_ property: CharacteristicProperties, at rawHandle: UInt16) -> Bool {
    guard Features.hasWrittenValues, let handle = AttributeHandle(rawValue: rawHandle)?.previous,
      case .characteristic(let properties) = database[handle]
    else { return true }
    return properties.contains(property)
  }

  /// - Returns: why the write is refused, or nil once it is done.
  mutating func write(
    _ value: Span<UInt8>, to rawHandle: UInt16, on security: BearerSecurity, now: Instant
  ) -> ErrorCode? {
    guard let handle = AttributeHandle(rawValue: rawHandle), let attribute = database[handle] else {
      return .invalidHandle
    }
    if let code = attribute.writeRefusal(on: security) { return code }
    switch attribute {
    case .configuration(let slot, let allowed, _):
      return configure(slot, as: value, allowed: allowed, now: now)
    case .value(let type, _, _, _):
      return write(value, ofType: type, at: handle)
    case .primaryService, .secondaryService, .include, .characteristic, .extendedProperties:
      return .writeNotPermitted
    }
  }

  /// Client Supported Features belong to the client; all other values that can be written belong to the product.
  private mutating func write(
    _ value: Span<UInt8>, ofType type: BluetoothUUID, at handle: AttributeHandle
  ) -> ErrorCode? {
    guard !Features.hasAttributeCaching || type != AttributeType.clientSupportedFeatures.uuid else {
      guard value.count == 1 else { return .invalidAttributeValueLength }
      return configuration.setFeatures(value[0]) ? nil : .valueNotAllowed
    }
    guard database.store(value, at: handle) else { return .invalidAttributeValueLength }
    writtenHandle = handle
    return nil
  }

  private mutating func configure(
    _ slot: Int, as value: Span<UInt8>, allowed: ClientCharacteristicConfiguration, now: Instant
  ) -> ErrorCode? {
    var rest = value
    guard value.count == 2, let bits = try? rest.takeUInt16() else { return .invalidAttributeValueLength }
    guard bits & ~allowed.rawValue == 0 else { return .configurationDescriptorImproperlyConfigured }
    configuration[slot: slot] = ClientCharacteristicConfiguration(rawValue: bits)
    if slot == serviceChangedSlot { serviceChanged.postpone(now: now) }
    return nil
  }

  // MARK: Values

  /// Returns the value at `handle`, as a client reads it; empty if the attribute does not exist.
  public func value(of handle: AttributeHandle) -> OctetBuffer<64> {
    guard let attribute = database[handle] else { return OctetBuffer() }
    return encodedValue(of: attribute, at: handle)
  }

  /// Replaces a characteristic's value. `notify(_:)` sends it.
  ///
  /// - Returns: whether the value changed. It does not if there is no such characteristic or the value is too long.
  public mutating func setValue(_ value: Span<UInt8>, of handle: AttributeHandle) -> Bool {
    !database.isStored(value, at: handle) && database.store(value, at: handle)
  }

  /// Sends the client the value at `handle` as soon as possible, in a notification or an indication: whichever it has
  /// subscribed to. A client with both gets notifications, one without a subscription gets nothing.
  ///
  /// An indication waits until the client has confirmed the one before, and has the value of that time.
  public mutating func notify(_ handle: AttributeHandle) {
    guard let slot = database.configurationSlot(of: handle), isSubscribed(to: slot) else { return }
    pendingValues |= Self.bit(slot)
  }

  /// Whether the product sends the client the value with the configuration `slot`. The server itself sends Service
  /// Changed.
  private func isSubscribed(to slot: Int) -> Bool {
    guard Features.hasIndications else { return configuration[slot: slot] == .notifications }
    return slot != serviceChangedSlot && configuration[slot: slot] != .nothing
  }

  /// Whether the client has not confirmed the last indication.
  private var awaitsConfirmation: Bool { indication.isAwaitingConfirmation || serviceChanged.isAwaitingConfirmation }

  private static func bit(_ slot: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }

  // MARK: Out

  /// The time at which the caller calls `handleTimeout(now:)`; nil: no call is needed.
  public var deadline: Instant? {
    Features.hasIndications ? earliest(serviceChanged.deadline, indication.deadline) : serviceChanged.deadline
  }

  /// Advances the indication of Service Changed, and notices a confirmation that is overdue.
  public mutating func handleTimeout(now: Instant) {
    if serviceChanged.handleTimeout(now: now) { isBearerLost = true }
    if indication.handleTimeout(now: now) { isBearerLost = true }
  }

  /// Appends the next indication or notification, if one is pending. Needs `bearer.mtu` free octets.
  ///
  /// - Returns: whether a PDU was appended.
  @_lifetime(output: copy output)
  public mutating func nextPDU(
    into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant
  ) -> Bool {
    guard !isBearerLost, output.freeCapacity >= bearer.mtu else { return false }
    if putServiceChanged(into: &output, on: bearer, now: now) { return true }
    guard !isOutOfSync, let handle = takeValue(on: bearer) else { return false }
    let isIndication = Features.hasIndications && isIndicated(handle)
    if isIndication { indication.noteSent(now: now) }
    return (try? put(handle, isIndication: isIndication, on: bearer, into: &output)) != nil
  }

  /// Whether the client has subscribed to indications of the value at `handle`, and not to notifications.
  private func isIndicated(_ handle: AttributeHandle) -> Bool {
    database.configurationSlot(of: handle).map { configuration[slot: $0] == .indications } ?? false
  }

  @_lifetime(output: copy output)
  private mutating func putServiceChanged(
    into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant
  ) -> Bool {
    guard bearer.security.isEncrypted, serviceChanged.isDue, !awaitsConfirmation, let handle = serviceChangedHandle,
      let slot = serviceChangedSlot, configuration[slot: slot] == .indications,
      (try? Self.putServiceChanged(handle, into: &output)) != nil
    else { return false }
    serviceChanged.noteSent(now: now)
    return true
  }

  @_lifetime(output: copy output)
  private static func putServiceChanged(
    _ handle: AttributeHandle, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    try HandleValueIndication(attributeHandle: handle).encode(into: &output)
    try output.put(HandleRange.all.first.rawValue)
    try output.put(HandleRange.all.last.rawValue)
  }

  /// Removes and returns the handle of the next value to send. The client must still be subscribed, and the link must
  /// have the security that the value needs.
  private mutating func takeValue(on bearer: AttributeBearer) -> AttributeHandle? {
    guard pendingValues != 0 else { return nil }
    var handles = database.handles(in: .all)
    while let handle = handles.popFirst() {
      guard let next = handle.next, let attribute = database[next], case .configuration(let slot, _, _) = attribute,
        pendingValues & Self.bit(slot) != 0, attribute.writeRefusal(on: bearer.security) == nil
      else { continue }
      if Features.hasIndications, awaitsConfirmation, isIndicated(handle) { continue }
      pendingValues &= ~Self.bit(slot)
      if isSubscribed(to: slot) { return handle }
    }
    return nil
  }

  /// Cuts a value that is longer than the MTU allows. Core Spec 5.4, Vol 3, Part F, 3.4.7.1.
  @_lifetime(output: copy output)
  private func put(
    _ handle: AttributeHandle, isIndication: Bool, on bearer: AttributeBearer, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    if isIndication {
      try HandleValueIndication(attributeHandle: handle).encode(into: &output)
    } else {
      try HandleValueNotification(attributeHandle: handle).encode(into: &output)
    }
    let value = value(of: handle)
    try output.put(value.span.extracting(first: min(value.count, bearer.mtu - 3)))
  }
}
