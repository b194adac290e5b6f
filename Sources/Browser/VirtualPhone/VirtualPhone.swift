import Timing

/// A simulated iPhone and the watch's Bluetooth controller, for the page and for tests.
///
/// Nothing happens by itself. Give each packet of the watch to `receive`, call `handleTimeout` when `deadline` has
/// passed, and take packets and reports until both are nil.
///
///     out of reach → advertising seen → connected → encrypted → subscribed
///                            ↑ 1 s later    |           |            |
///                            └──────────────┴───────────┴────────────┘
public struct VirtualPhone {
  private var controller = VirtualController()
  private var server = AttributeServer()
  private var center = NotificationCenter()
  private var media = MediaService()
  private var handles = Handles()
  private var pairing: PhonePairing?
  private var identity: PhoneIdentity
  private let random: () -> UInt8
  private var reports: [PhoneReport] = []

  /// The watch's key; empty if the phone has no bond.
  private var longTermKey: [UInt8] = []
  private var isEncrypted = false
  /// Whether the user has tapped the watch in the list of devices.
  private var wantsPairing = false
  private var reconnection: Instant?
  /// Whether a link has just ended. Then the phone waits for `reconnection`, also to pair: the watch refuses pairings
  /// in the second after one that has failed.
  private var isPausing = false
  private var subscriptions: [UInt16] = []

  /// Whether the radio is on: airplane mode turns it off.
  public private(set) var isRadioOn = true
  public private(set) var isInRange = true
  /// "Share System Notifications" in the settings of Bluetooth.
  public private(set) var sharesNotifications = true
  private var clock = PhoneTime()

  private static let reconnectionPause = Interval.seconds(1)
  private static let attributeChannel: UInt16 = 0x0004
  private static let signallingChannel: UInt16 = 0x0005
  private static let securityChannel: UInt16 = 0x0006

  /// - Parameters:
  ///   - name: the phone's name, UTF-8.
  ///   - random: returns a random octet.
  public init(name: [UInt8], random: @escaping () -> UInt8) {
    self.random = random
    identity = PhoneIdentity(random: random)
    handles = Handles(publishingIn: &server, name: name)
  }

  // MARK: The air

  public var isConnected: Bool { controller.isConnected }
  public var hasBond: Bool { !longTermKey.isEmpty }
  /// Whether notifications reach the watch.
  public var isSubscribed: Bool { subscriptions.contains(handles.notificationSource) }
  /// When `handleTimeout` wants to be called; nil: never.
  public var deadline: Instant? { reconnection }

  /// The next packet for the watch; nil without one.
  public mutating func takePacket() -> [UInt8]? { controller.takePacket() }

  /// The oldest report that was not taken; nil without one.
  public mutating func takeReport() -> PhoneReport? { reports.isEmpty ? nil : reports.removeFirst() }

  /// Takes one packet of the watch.
  public mutating func receive(_ packet: [UInt8], now: Instant) {
    for occurrence in controller.receive(packet) { handle(occurrence, now: now) }
  }

  public mutating func handleTimeout(now: Instant) {
    guard let due = reconnection, due <= now else { return }
    reconnection = nil
    isPausing = false
    connectIfPossible()
  }

  private mutating func handle(_ occurrence: VirtualController.Occurrence, now: Instant) {
    switch occurrence {
    case .advertisingStarted: reconnection = now + (wantsPairing && !isPausing ? .zero : Self.reconnectionPause)
    case .disconnected: forgetLink()
    case .encrypted: handleEncryption()
    case .keyRefused:
      reports.append(.keyRefused)
      disconnect(0x06)
    case .frame(Self.attributeChannel, let payload): handle(attribute: payload, now: now)
    case .frame(Self.signallingChannel, let payload): handle(signal: payload)
    case .frame(Self.securityChannel, let payload): handle(security: payload)
    case .frame: break
    }
  }

  private mutating func connectIfPossible() {
    guard controller.isAdvertising, !controller.isConnected, isRadioOn, isInRange else { return }
    guard hasBond || wantsPairing else { return }
    guard hasBond || controller.isDiscoverable else {
      wantsPairing = false
      return reports.append(.notListed)
    }
    let random = (0..<3).map { _ in self.random() }
    let address = AirAddress(resolvableWith: identity.resolvingKey, random: random)
    controller.connect(from: address)
    reports.append(.connected)
    guard longTermKey.isEmpty else { return controller.encrypt(with: longTermKey) }
    let pairing = PhonePairing(phone: address, watch: controller.watchAddress, identity: identity, random: self.random)
    controller.send(pairing.opening, on: Self.securityChannel)
    self.pairing = pairing
  }

  private mutating func disconnect(_ reason: UInt8) {
    guard controller.isConnected else { return }
    controller.disconnect(reason)
    forgetLink()
  }

  private mutating func forgetLink() {
    // An iPhone ends the link after a pairing that has failed.
    if let pairing, pairing.state != .bonded { reports.append(.pairingFailed) }
    pairing = nil
    wantsPairing = false
    isPausing = true
    isEncrypted = false
    subscriptions = []
    server.forgetLink()
    media.forgetLink()
    reports.append(.disconnected)
  }

  private mutating func handleEncryption() {
    isEncrypted = true
    guard var pairing, pairing.state == .agreed else { return }
    say(pairing.handleEncryption())
    self.pairing = pairing
    noteBond()
  }

  // MARK: Pairing

  private mutating func handle(security pdu: [UInt8]) {
    // A Security Request asks for what the phone does anyway.
    guard pdu.first != 0x0B, var pairing else { return }
    say(pairing.handle(pdu))
    self.pairing = pairing
    switch pairing.state {
    case .comparing(let code): reports.append(.code(code))
    case .agreed: controller.encrypt(with: pairing.longTermKey)
    case .bonded: noteBond()
    case .failed: disconnect(0x13)
    default: break
    }
  }

  private mutating func noteBond() {
    guard let pairing, pairing.state == .bonded, longTermKey.isEmpty else { return }
    longTermKey = pairing.longTermKey
    wantsPairing = false
    reports.append(.bonded)
  }

  private mutating func say(_ pdus: [[UInt8]]) {
    for pdu in pdus { controller.send(pdu, on: Self.securityChannel) }
  }

  private mutating func handle(signal: [UInt8]) {
    // A Connection Parameter Update Request is accepted.
    guard signal.first == 0x12, signal.count >= 12 else { return }
    controller.send([0x13, signal[1], 0x02, 0x00, 0x00, 0x00], on: Self.signallingChannel)
  }

  // MARK: Attributes

  private mutating func handle(attribute pdu: [UInt8], now: Instant) {
    guard AttributeServer.isRequest(pdu) else { return }
    if pdu[0] == 0x12 || pdu[0] == 0x52 { return handle(write: pdu, now: now) }
    server.set(clock.currentTime(now: now, reason: 0), of: handles.currentTime)
    controller.send(server.answer(pdu), on: Self.attributeChannel)
  }

  private mutating func handle(write request: [UInt8], now: Instant) {
    guard isEncrypted else { return respond(server.error(request, 0x05)) }
    switch server.write(of: request) {
    case nil: respond(server.error(request, 0x03))
    case .subscription(let handle, let isOn):
      respond([0x13])
      subscriptions.removeAll { $0 == handle }
      if isOn { subscriptions.append(handle) }
      if handle == handles.notificationSource, isOn { beginNotifying() }
      if handle == handles.remoteCommand, isOn { notify(media.supportedCommands, of: handle) }
    case .value(handles.controlPoint, let command): perform(command, request)
    case .value(let handle, let value):
      do throws(MediaService.Refusal) {
        try self.handle(mediaWrite: value, to: handle, now: now)
      } catch {
        respond(server.error(request, error.code))
      }
    }
  }

  private mutating func handle(
    mediaWrite value: [UInt8], to handle: UInt16, now: Instant
  ) throws(MediaService.Refusal) {
    switch handle {
    case handles.remoteCommand:
      let command = try media.command(value)
      respond([0x13])
      reports.append(.mediaCommand(command))
    case handles.entityUpdate:
      let attributes = try media.register(value)
      respond([0x13])
      update(attributes, now: now)
    case handles.entityAttribute:
      server.set(try media.wholeValue(value, now: now), of: handle)
      respond([0x13])
    default: respond([0x13])
    }
  }

  private mutating func update(_ attributes: [MediaService.Attribute], now: Instant) {
    for attribute in attributes {
      notify(media.update(of: attribute, limit: server.mtu - 3, now: now), of: handles.entityUpdate)
    }
  }

  private mutating func respond(_ pdu: [UInt8]) { controller.send(pdu, on: Self.attributeChannel) }

  private mutating func notify(_ value: [UInt8], of handle: UInt16) {
    guard controller.isConnected, subscriptions.contains(handle) else { return }
    controller.send([0x1B] + wire(handle) + value, on: Self.attributeChannel)
  }

  private mutating func beginNotifying() {
    reports.append(.subscribed)
    guard sharesNotifications else { return }
    for value in center.existing { notify(value, of: handles.notificationSource) }
  }

  private mutating func announce(_ value: [UInt8]) {
    guard sharesNotifications else { return }
    notify(value, of: handles.notificationSource)
  }

  private mutating func perform(_ command: [UInt8], _ request: [UInt8]) {
    // iOS refuses the Control Point while notifications are not shared.
    guard sharesNotifications else { return respond(server.error(request, 0x03)) }
    switch center.reply(to: command) {
    case .refused(let code): respond(server.error(request, code))
    case .action(let uid, let isPositive):
      respond([0x13])
      reports.append(.action(uid: uid, isPositive: isPositive))
    case .data(let data):
      respond([0x13])
      var rest = data
      while !rest.isEmpty {
        let part = Array(rest.prefix(server.mtu - 3))
        notify(part, of: handles.dataSource)
        rest.removeFirst(part.count)
      }
    }
  }
}

// MARK: - The user of the phone

extension VirtualPhone {
  /// Taps the watch in the list of devices.
  public mutating func pair() {
    guard !hasBond else { return }
    guard isRadioOn, isInRange else { return reports.append(.notReached) }
    wantsPairing = true
    if !isPausing { connectIfPossible() }
  }

  /// Answers the question whether the codes are the same.
  public mutating func answerCode(isConfirmed: Bool) {
    guard var pairing else { return }
    say(pairing.decide(isConfirmed: isConfirmed))
    self.pairing = pairing
    if case .failed = pairing.state { disconnect(0x13) }
  }

  /// "Forget This Device".
  public mutating func forgetWatch() {
    longTermKey = []
    disconnect(0x13)
  }

  public mutating func setRadio(isOn: Bool) {
    isRadioOn = isOn
    if isOn { connectIfPossible() } else { disconnect(0x13) }
  }

  public mutating func setRange(isInRange: Bool) {
    self.isInRange = isInRange
    if isInRange { connectIfPossible() } else { disconnect(0x08) }
  }

  /// Turns "Share System Notifications" on or off. Turning it on sends all notifications.
  public mutating func setSharing(isOn: Bool) {
    guard isOn != sharesNotifications else { return }
    sharesNotifications = isOn
    guard isOn, isSubscribed else { return }
    for value in center.existing { notify(value, of: handles.notificationSource) }
  }

  /// Switches the phone off and on: notifications are gone, the bond stays.
  public mutating func reboot() {
    disconnect(0x15)
    center = NotificationCenter()
    connectIfPossible()
  }

  /// - Returns: the notification's UID.
  public mutating func add(_ notification: PhoneNotification) -> UInt32 {
    let (uid, value) = center.add(notification)
    announce(value)
    return uid
  }

  public mutating func modify(_ uid: UInt32, _ notification: PhoneNotification) {
    if let value = center.modify(uid, notification) { announce(value) }
  }

  public mutating func remove(_ uid: UInt32) {
    if let value = center.remove(uid) { announce(value) }
  }

  /// Plays, pauses, changes the track or the volume.
  public mutating func setMusic(_ music: PhoneMusic, now: Instant) {
    let commands = media.supportedCommands
    let changed = media.set(music, now: now)
    if media.supportedCommands != commands { notify(media.supportedCommands, of: handles.remoteCommand) }
    update(changed, now: now)
  }

  /// Sets the clock: microseconds since 1970 in UTC, and the zone in quarters of an hour.
  public mutating func setTime(utcMicroseconds: Int64, zoneQuarters: Int, now: Instant) {
    let isOtherZone = zoneQuarters != clock.zoneQuarters
    clock = PhoneTime(utcMicroseconds: utcMicroseconds, zoneQuarters: zoneQuarters, since: now)
    server.set([UInt8(bitPattern: Int8(truncatingIfNeeded: zoneQuarters)), 0], of: handles.localTime)
    let value = clock.currentTime(now: now, reason: isOtherZone ? 0x04 : 0x01)
    server.set(value, of: handles.currentTime)
    notify(value, of: handles.currentTime)
  }

  /// - Parameter percent: 0...100.
  public mutating func setBattery(percent: UInt8) {
    server.set([percent], of: handles.batteryLevel)
    notify([percent], of: handles.batteryLevel)
  }
}

// MARK: - The stored record

extension VirtualPhone {
  /// The phone's stored record: address, resolving key and, with a bond, the long-term key.
  public var record: [UInt8] { identity.address + identity.resolvingKey + longTermKey }

  /// Takes a record; ignores one of another length.
  public mutating func restore(_ record: [UInt8]) {
    guard record.count == 22 || record.count == 38 else { return }
    identity = PhoneIdentity(address: Array(record[0..<6]), resolvingKey: Array(record[6..<22]))
    longTermKey = Array(record[22...])
  }
}
