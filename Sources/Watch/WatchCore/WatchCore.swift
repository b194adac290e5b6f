internal import BluetoothHost
internal import Features
public import HCI
internal import Octets
public import Peripherals
internal import PhoneClient
public import SecurityManager
public import Timing
public import Watch

/// The whole watch except its devices, on Linux as on a microcontroller.
///
///     Transport  octets of HCI, H4  ─┐               ┌─▶ Bus      the SSD1306 on I2C
///     Buttons    edges              ─┼─▶ WatchCore ──┤
///     Entropy    random octets      ─┘       │       └─▶ Storage  the bonds, the mutes, the wearer's choices
///                                            │
///                                       Surroundings  the clocks, the motor and the LED, other programs
///
/// It allocates nothing and never waits. Call `start()` once, and `startController()` when the transport is open. Then
/// call `turn()` whenever a device has input, when `deadline` has passed, and without delay while `hasWork`. While
/// `hasUnsentPacket`, call it also when the transport has room. Between turns the processor can sleep.
///
/// Most of its memory holds the texts of the notifications; `Board/cortex-m4/README.md` gives its size. Functions that
/// run once are not inlined, so that their stack is free again before the first turn.
public struct WatchCore<
  Transport: HCITransport & ~Copyable, Bus: I2CController & ~Copyable, Buttons: ButtonInput & ~Copyable,
  Entropy: EntropySource & ~Copyable, Storage: WatchStorage & ~Copyable, Surroundings: WatchSurroundings & ~Copyable
>: ~Copyable
where Surroundings.TransportFailure == Transport.Failure, Surroundings.StorageFailure == Storage.Failure {
  private let inPlace = InPlace()
  /// The devices. When the controller is lost, open the transport again or replace it; then call `startController()`.
  public var transport: Transport
  public var buttons: Buttons
  public var entropy: Entropy
  public var store: BondStore<Storage>
  public var surroundings: Surroundings

  /// Whether nothing goes to the controller: `startController()` was not called since the controller was lost.
  public private(set) var isControllerLost = true
  /// The reason why the buttons have failed; nil while they work.
  public private(set) var buttonFailure: Buttons.Failure?

  private var isControllerReady = false
  private var bondSaving = SavingSchedule(isAwaited: true)
  private var sideSaving = SideSchedules()

  // Large, and therefore last: short instructions reach the properties before.
  private var receiver: ControllerReceiver
  /// A packet that the transport has not taken yet, of up to `BluetoothHost.packetCapacity` octets.
  private var packet = OctetBuffer<264>()
  public private(set) var display: DisplayOutput<Bus>
  public private(set) var application: WatchApplication

  /// The bonds in `store`; if there is nothing, a new identity of the watch's, which is stored.
  ///
  /// - Parameters:
  ///   - store: the storage of the bonds.
  ///   - entropy: the source of a new identity.
  ///   - finding: set to the defect of the stored bonds, if there is one, also if this throws.
  /// - Throws: what the storage throws. A damaged record is no error: it is set aside, and an identity is made.
  @inline(never)
  public static func loadBonds(
    from store: inout BondStore<Storage>, entropy: inout Entropy, finding: inout BondStoreFinding?
  ) throws(Storage.Failure) -> BondTable {
    let loaded = try store.load()
    finding = loaded.finding
    if let table = loaded.table { return table }
    while true {
      guard let identity = LocalIdentity(randomness: entropy.randomOctets()) else { continue }
      let table = BondTable(identity: identity)
      try store.save(table)
      return table
    }
  }

  /// - Parameters:
  ///   - settings: the choices of the product and its user.
  ///   - bonds: the result of `loadBonds`.
  ///   - mutes: the mutes that were saved; nil if no mutes were saved.
  ///   - choices: the result of `loadChoices`.
  ///   - store: the storage of the bonds.
  ///   - transport: the Bluetooth controller.
  ///   - boundaries: whether `transport` keeps packets apart.
  ///   - bus: the I2C controller of the panel.
  ///   - buttons: the buttons.
  ///   - entropy: a source of random octets fit for keys.
  ///   - surroundings: the clocks, the motor and other programs.
  @inline(never)
  public init(
    _ settings: WatchSettings, bonds: BondTable, mutes: MuteTable? = nil, choices: WearerRecord = WearerRecord(),
    store: consuming BondStore<Storage>, transport: consuming Transport, boundaries: PacketBoundaries = .stream,
    bus: consuming Bus,
    buttons: consuming Buttons, entropy: consuming Entropy, surroundings: consuming Surroundings
  ) {
    application = WatchApplication(
      name: settings.name, firmwareRevision: settings.firmwareRevision, configuration: settings.host,
      bonds: bonds, holdTime: settings.buttons.holdTime, alerts: settings.alerts)
    application.fit(settings.frontPanel)
    if let mutes { application.setMutes(mutes) }
    application.configure(settings.configured, now: surroundings.now)
    application.setChoices(choices, now: surroundings.now)
    receiver = ControllerReceiver(boundaries)
    display = DisplayOutput(on: bus, settings.panel)
    self.store = store
    self.transport = transport
    self.buttons = buttons
    self.entropy = entropy
    self.surroundings = surroundings
    precondition(packet.freeCapacity >= BluetoothHost.packetCapacity)
  }

  /// Prepares the watch for its first turn.
  @inline(never)
  public mutating func start() {
    application.prepareKeys(from: &entropy)
    updateTime(now: surroundings.now)
  }

  /// The transport is open: the controller is brought up, and the watch advertises.
  @inline(never)
  public mutating func startController() {
    receiver.reset()
    packet.removeAll()
    isControllerLost = false
    application.start(now: surroundings.now)
  }

  /// The transport could not be opened for a while, and the attempts continue.
  public mutating func noteControllerMissing() { application.noteControllerMissing(now: surroundings.now) }

  /// Whether to call `turn()` without delay: there is a message for the panel, a picture to draw, or a packet left.
  public var hasWork: Bool { display.hasWork || hasPacket }

  /// Whether the transport has not taken a packet: call `turn()` when it has room again.
  public var hasUnsentPacket: Bool { !isControllerLost && !packet.isEmpty }

  private var hasPacket: Bool { !isControllerLost && receiver.hasPacket }

  /// The time at which to call `turn()` even if no device has input; nil: never.
  public var deadline: Instant? {
    let saving = earliest(bondSaving.deadline, sideSaving.deadline)
    return earliest(application.deadline, earliest(display.deadline, saving))
  }

  /// One turn: the radio first, then the buttons and the timers, then at most one message to the panel, 130 octets.
  public mutating func turn() {
    var now = surroundings.now
    followTime(now: now)
    finishSaving(now: now)
    now = deliverPackets(now: now)
    serveButtons(now: now)
    surroundings.serve(&application, now: now)
    followTime(now: now)
    application.handleTimeout(now: now)
    sendPackets(now: now)
    serveNotices(now: now)
    startSaving(now: now)
    application.prepareKeys(from: &entropy)
    surroundings.setHaptics(isMotorOn: application.watch.isMotorOn, isLEDLit: application.watch.isLEDLit)
    if application.takeNeedsRedraw() || display.isPictureDue {
      display.draw(application.watch, application.client.phone)
    }
    display.sendNext(now: now)
  }

  /// Stops advertising and ends the link, before the program ends: turn until `isPoweredOff`, in bounded time.
  public mutating func powerOff() { application.powerOff() }

  /// Whether the radio is silent, or no controller can be asked.
  public var isPoweredOff: Bool { isControllerLost || application.isPoweredOff }

  /// Turns the display, the motor and the LED off, at the program's end.
  public mutating func switchOff() {
    display.switchOff()
    surroundings.setHaptics(isMotorOn: false, isLEDLit: false)
  }

  // MARK: The radio

  /// A bound on one turn, so that a flood cannot keep the buttons and the display waiting.
  private static var readsPerTurn: Int { 64 }

  /// Delivers the packets that have arrived.
  ///
  /// - Returns: the time when they have been handled. A press is judged by the time at which it is made, which may be
  ///   later than the beginning of the turn.
  private mutating func deliverPackets(now beginning: Instant) -> Instant {
    var now = beginning
    var readsLeft = Self.readsPerTurn
    while receivePacket(&readsLeft, now: now) {
      application.handle(packet: receiver.packet, now: now)
      receiver.removePacket()
      // The requests to the phone are sent before anything is reported.
      sendPackets(now: now)
      // A burst of notifications causes more notices than the application holds.
      serveNotices(now: now)
      now = surroundings.now
      // The keys for the next pairing are made at the end of the turn, because the next packet may request it.
      if application.needsKeys { break }
    }
    return now
  }

  /// Reads until a packet is complete; false if this turn reads no more.
  private mutating func receivePacket(_ readsLeft: inout Int, now: Instant) -> Bool {
    while !isControllerLost {
      if receiver.hasPacket { return true }
      guard !receiver.isFramingLost else {
        loseController(.framing, now: now)
        return false
      }
      guard readsLeft > 0 else { return false }
      readsLeft -= 1
      do throws(Transport.Failure) {
        if try receiver.receive(from: &transport) == 0 { return false }
      } catch {
        loseController(.transport(error), now: now)
      }
    }
    return false
  }

  /// Sends the application's packets, as far as the transport takes them.
  private mutating func sendPackets(now: Instant) {
    followController(now: now)
    do throws(Transport.Failure) {
      while !isControllerLost, !packet.isEmpty || fillPacket(now: now) {
        guard try transport.send(packet.span) else { break }
        packet.removeAll()
      }
    } catch {
      loseController(.transport(error), now: now)
    }
    followController(now: now)
  }

  private mutating func fillPacket(now: Instant) -> Bool {
    var hasPacket = false
    packet.append { output in hasPacket = application.nextPacket(into: &output, now: now) }
    return hasPacket
  }

  /// Compares the host's state with the one before. It does not rely on notices, because a notice can be lost.
  private mutating func followController(now: Instant) {
    guard !isControllerLost else { return }
    if application.host.state == .off, let failure = application.host.controllerFailure {
      return loseController(.controller(failure), now: now)
    }
    guard !isControllerReady, application.host.isControllerReady else { return }
    isControllerReady = true
    transport.noteReady(now: now)
    surroundings.controllerReady(now: now)
  }

  /// The transport is closed first: Linux keeps the number of a controller while its user channel is open, and one that
  /// is plugged in meanwhile would get another number.
  private mutating func loseController(_ loss: ControllerLoss<Transport.Failure>, now: Instant) {
    isControllerLost = true
    isControllerReady = false
    transport.close()
    surroundings.controllerLost(loss, now: now)
    application.stop(now: now)
  }

  // MARK: The rest

  private mutating func serveButtons(now: Instant) {
    do throws(Buttons.Failure) {
      for _ in 0..<Self.readsPerTurn {
        guard let event = try buttons.nextEvent(now: now) else { return }
        surroundings.note(event, now: now)
        application.handle(event, now: now)
      }
    } catch {
      buttonFailure = error
    }
  }

  private mutating func serveNotices(now: Instant) {
    while let notice = application.nextNotice() {
      if case .bondsChanged = notice { bondSaving.noteChange(now: now) }
      surroundings.note(notice, of: application.client.phone, now: now)
    }
  }

  /// Looks at the time if a minute has passed. A turn begins with it: in the dark, the watch does not wake for each
  /// minute, so the time may be old when a packet or a press comes. The board's clock may have been set meanwhile, and
  /// the alarms go by what it says now.
  private mutating func followTime(now: Instant) {
    if application.needsSystemTime(at: now) { updateTime(now: now) }
  }

  /// Gives the application the charge of the battery and the board's clock.
  private mutating func updateTime(now: Instant) {
    application.setBatteryLevel(percent: surroundings.batteryPercent, now: now)
    application.setSystemTime(localMicroseconds: surroundings.localMicroseconds, now: now)
  }

  // MARK: Saving

  /// Whether the storage has the latest bonds, and the latest of a side record.
  public var areBondsSaved: Bool { bondSaving.isSaved && !application.host.hasUnsavedSettings }
  public func isSaved(_ record: SideRecord) -> Bool { sideSaving[record].isSaved }

  /// Saves the bonds, and waits for it. Call it when the watch has ended.
  public mutating func saveBonds() throws(Storage.Failure) { try store.save(application.host.bonds) }

  /// Saves a side record, and waits for it. Call it when the watch has ended.
  public mutating func save(_ record: SideRecord) throws(Storage.Failure) {
    let octets = SideRecordOctets(record, of: application)
    try store.storage.save(octets.octets.span, as: record, .first)
    if record.hasTwoCopies { try store.storage.save(octets.octets.span, as: record, .second) }
  }

  /// Starts to save what has changed, one record at a time, the bonds first. A storage that is fast has finished
  /// already: then the phone that waits for it goes on in this turn.
  private mutating func startSaving(now: Instant) {
    if bondSaving.start(isStorageFree: sideSaving.saving == nil, now: now) {
      startSavingBonds(now: now)
      finishSaving(now: now)
      serveNotices(now: now)
      sendPackets(now: now)
    }
    startSaving(.mutes, now: now)
    startSaving(.choices, now: now)
  }

  private mutating func startSaving(_ record: SideRecord, now: Instant) {
    guard Storage.keeps(record) else { return }
    if application.takeHasChanged(record) { sideSaving[record].noteChange(now: now) }
    let isStorageFree = !bondSaving.isSaving && sideSaving.saving == nil
    if sideSaving[record].start(isStorageFree: isStorageFree, now: now) { hand(record, now: now) }
  }

  private mutating func startSavingBonds(now: Instant) {
    do throws(Storage.Failure) {
      try store.startSaving(application.host.bonds)
    } catch {
      endSavingBonds(error, now: now)
    }
  }

  /// Hands a side record to the storage. Not inlined: the record needs 2 KiB of the stack.
  @inline(never)
  private mutating func hand(_ record: SideRecord, now: Instant) {
    let octets = SideRecordOctets(record, of: application)
    do throws(Storage.Failure) {
      try store.storage.startSaving(octets.octets.span, as: record)
    } catch {
      endSaving(record, error, now: now)
    }
  }

  private mutating func finishSaving(now: Instant) {
    // A storage that does not answer counts as one that fails, but must not be asked for more.
    if bondSaving.expireLimit(at: now) { application.noteBondsSaved(now: now) }
    if bondSaving.isSaving { finishSavingBonds(now: now) }
    guard let record = sideSaving.saving else { return }
    _ = sideSaving[record].expireLimit(at: now)
    finishSaving(record, now: now)
  }

  private mutating func finishSavingBonds(now: Instant) {
    do throws(Storage.Failure) {
      if try store.finishSaving() { endSavingBonds(nil, now: now) }
    } catch {
      endSavingBonds(error, now: now)
    }
  }

  private mutating func finishSaving(_ record: SideRecord, now: Instant) {
    do throws(Storage.Failure) {
      if try store.storage.finishSaving(record) { endSaving(record, nil, now: now) }
    } catch {
      endSaving(record, error, now: now)
    }
  }

  private mutating func endSavingBonds(_ failure: Storage.Failure?, now: Instant) {
    surroundings.savingEnded(of: .bonds, failure: failure)
    let outcome = bondSaving.noteEnd(hasSucceeded: failure == nil, now: now)
    // Bonds that have changed since are saved again, and reported then.
    guard outcome != .outdated else { return }
    surroundings.bondsSaved(application.host.bonds, areSaved: outcome == .saved, now: now)
    application.noteBondsSaved(now: now)
  }

  private mutating func endSaving(_ record: SideRecord, _ failure: Storage.Failure?, now: Instant) {
    surroundings.savingEnded(of: .side(record), failure: failure)
    _ = sideSaving[record].noteEnd(hasSucceeded: failure == nil, now: now)
    if Features.hasChangingSettings { sideSaving[record].rest(now: now) }
  }
}
