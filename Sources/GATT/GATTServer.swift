public import ATT
public import Octets
public import Timing

/// What a PDU changed, for the owner of the link.
public struct ServerChanges: Equatable, Sendable {
  public internal(set) var mtuWasExchanged = false
  /// `configuration` changed: keep it with the bond.
  public internal(set) var configurationChanged = false
  /// The client knows the present database from now on: keep its hash with the bond.
  public internal(set) var databaseBecameKnown = false

  public init() {}
}

/// The attribute server of one link, with the values of the watch.
///
/// Answers each request with exactly one PDU, each command with none. Offer it no request while its last response
/// has not left: a client may have only one outstanding, so such a request is to be dropped.
/// Core Spec 5.4, Vol 3, Part F, 3.3 and Part G.
public struct GATTServer: ~Copyable {
  /// Whether a client with robust caching may use the handles it knows. Core Spec 5.4, Vol 3, Part G, 2.5.2.1.
  enum Awareness {
    case aware
    case unaware
    /// Was told so by Database Out Of Sync; its next request makes it aware.
    case told
  }

  var values: WatchValues
  var awareness = Awareness.aware
  var serviceChanged = ServiceChangedIndication()
  private var owesBatteryLevel = false
  /// Whether the client left an indication unconfirmed for 30 s: disconnect.
  public private(set) var isBearerLost = false

  public init(information: DeviceInformation) { values = WatchValues(information: information) }

  /// What the client has set. Set it when the client's bond is known.
  public var configuration: ClientConfiguration {
    get { values.configuration }
    set { values.configuration = newValue }
  }

  /// Octets of the message that the Database Hash is computed over.
  public static var databaseHashMessageCount: Int { WatchDatabase.hashMessageCount }

  /// Puts the message whose AES-CMAC with an all-zero key is the Database Hash.
  @_lifetime(output: copy output)
  public static func putDatabaseHashMessage(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try AttributeTable(WatchDatabase.attributes.span).putHashMessage(into: &output)
  }

  /// - Parameter cmac: as AES-CMAC is written, most significant octet first.
  public mutating func setDatabaseHash(_ cmac: [16 of UInt8]) { values.databaseHash = cmac }

  /// A link begins: nothing is known of its client.
  public mutating func connect() {
    configuration = ClientConfiguration()
    awareness = .aware
    serviceChanged.reset()
    owesBatteryLevel = false
    isBearerLost = false
  }

  /// The client's bond says that it knows another database: it is to be told, a while from now.
  public mutating func noteDatabaseChange(now: Instant) {
    awareness = .unaware
    serviceChanged.request(now: now)
  }

  /// - Parameter percent: more than 100 counts as 100.
  public mutating func setBatteryLevel(percent: UInt8) {
    let level = min(percent, 100)
    guard level != values.batteryPercent else { return }
    values.batteryPercent = level
    owesBatteryLevel = configuration[slot: WatchDatabase.batteryLevelSlot] == .notifications
  }

  public var deadline: Instant? { serviceChanged.deadline }

  public mutating func handleTimeout(now: Instant) {
    if serviceChanged.handleTimeout(now: now) { isBearerLost = true }
  }

  /// Appends what the server sends unasked, if there is something. Needs `bearer.mtu` free octets.
  ///
  /// - Returns: whether a PDU was appended.
  @_lifetime(output: copy output)
  public mutating func nextPDU(
    into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant
  ) -> Bool {
    guard bearer.security.isEncrypted, !isBearerLost, output.freeCapacity >= bearer.mtu else { return false }
    if serviceChanged.isDue, configuration[slot: WatchDatabase.serviceChangedSlot] == .indications {
      guard (try? Self.putServiceChanged(into: &output)) != nil else { return false }
      serviceChanged.noteSent(now: now)
      return true
    }
    guard owesBatteryLevel, !isOutOfSync else { return false }
    owesBatteryLevel = false
    guard configuration[slot: WatchDatabase.batteryLevelSlot] == .notifications else { return false }
    return (try? Self.putBatteryLevel(values.batteryPercent, into: &output)) != nil
  }

  @_lifetime(output: copy output)
  private static func putServiceChanged(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try HandleValueIndication(attributeHandle: WatchDatabase.serviceChangedHandle).encode(into: &output)
    try output.put(HandleRange.all.first.rawValue)
    try output.put(HandleRange.all.last.rawValue)
  }

  @_lifetime(output: copy output)
  private static func putBatteryLevel(_ percent: UInt8, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try HandleValueNotification(attributeHandle: WatchDatabase.batteryLevelHandle).encode(into: &output)
    try output.put(percent)
  }
}
