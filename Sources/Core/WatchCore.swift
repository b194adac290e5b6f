public import BluetoothHost
public import Displays
internal import Graphics
public import HCI
internal import Octets
public import Peripherals
public import SecurityManager
public import Timing
public import Watch

/// The whole watch but its devices: for a board that is no Linux computer.
///
///     Transport  octets of HCI, H4  ─┐               ┌─▶ Bus      the SSD1306 on I2C
///     Buttons    edges              ─┼─▶ WatchCore ──┤
///     Entropy    random octets      ─┘               └─▶ Storage  the bonds, two copies of a record
///
/// It allocates nothing and never waits: call `start(now:)` once, then `turn(now:)` whenever a device has something to
/// say, when `deadline` has passed, and at once while `hasWork`. In between the processor can sleep. `now` is the time
/// since start by a clock that never goes back.
///
/// Most of it is the texts of the notifications; its size is in `Board/cortex-m4/README.md`. What happens once is not
/// inlined: what it needs of the stack is free again before the first turn.
public struct WatchCore<
  Transport: HCITransport & ~Copyable, Bus: I2CController & ~Copyable, Buttons: ButtonInput & ~Copyable,
  Entropy: EntropySource & ~Copyable, Storage: BondStorage & ~Copyable
>: ~Copyable {
  /// The devices. A transport that failed may be replaced; `start(now:)` then begins anew.
  public var transport: Transport
  public var buttons: Buttons
  public var entropy: Entropy

  public private(set) var application: WatchApplication
  private var receiver: H4Receiver
  /// A packet that the transport has not taken yet.
  private var packet = OctetBuffer<264>()
  private var store: BondStore<Storage>
  private var panel: SSD1306<Bus>
  private var picture = MovingPicture()
  private var boardTime: (time: Int64, since: Instant)?
  private var panelRetry = Deadline()
  private var storageRetry = Deadline()
  /// What the transport threw, or the controller did wrong, ended the way to it: nothing goes there until `start`.
  public private(set) var isControllerLost = true

  /// The bonds in `store`; if there is nothing, a new identity of the watch's, which is stored.
  ///
  /// - Throws: what the storage throws. A damaged record is no error: it is set aside, and the watch begins anew.
  @inline(never)
  public static func loadBonds(
    from store: inout BondStore<Storage>, entropy: inout Entropy
  ) throws(Storage.Failure) -> BondTable {
    if let table = try store.load().table { return table }
    while true {
      guard let identity = LocalIdentity(randomness: entropy.randomOctets()) else { continue }
      let table = BondTable(identity: identity)
      try store.save(table)
      return table
    }
  }

  /// - Parameters:
  ///   - bonds: what `loadBonds` gave.
  ///   - panel: the panel's address on `bus`, usually 0x3C.
  ///   - kind: what the panel is, and `isRotated` whether its top is at the bottom.
  ///   - light: how long it shines when nobody needs it.
  ///   - boundaries: whether `transport` keeps packets apart.
  @inline(never)
  public init(
    configuration: HostConfiguration, bonds: BondTable, store: consuming BondStore<Storage>,
    transport: consuming Transport, bus: consuming Bus, panel: I2CAddress, kind: PanelKind = .ssd1306,
    isRotated: Bool = false, light: LightTimes = .usual, buttons: consuming Buttons, entropy: consuming Entropy,
    boundaries: H4Receiver.Boundaries = .stream
  ) {
    application = WatchApplication(configuration: configuration, bonds: bonds)
    application.setLightTimes(light)
    if kind == .ssd1306Half { application.setHalfPanel() }
    receiver = H4Receiver(boundaries)
    self.store = store
    self.transport = transport
    self.buttons = buttons
    self.entropy = entropy
    self.panel = SSD1306(on: bus, at: panel, kind, isRotated: isRotated, contrast: Self.contrast)
  }

  /// The transport is open: the controller is brought up, and the watch advertises.
  @inline(never)
  public mutating func start(now: Instant) {
    receiver.reset()
    packet.removeAll()
    isControllerLost = false
    application.prepareKeys(from: &entropy)
    application.start(now: now)
    tellBoardTime(now: now)
  }

  /// What a clock of the board's own shows, in microseconds since the beginning of 1970 by local time; nil, as at
  /// first, while it shows nothing. The phone's time counts more.
  public mutating func setBoardTime(localMicroseconds time: Int64?, now: Instant) {
    boardTime = time.map { ($0, now) }
    tellBoardTime(now: now)
  }

  private mutating func tellBoardTime(now: Instant) {
    guard let (time, since) = boardTime else { return application.setSystemTime(localMicroseconds: nil, now: now) }
    let passed = Int64(bitPattern: now.microseconds &- since.microseconds)
    application.setSystemTime(localMicroseconds: time &+ passed, now: now)
  }

  /// Whether a vibration motor is to run, and a lamp to shine, after each `turn(now:)`; see `setHaptics`.
  public var isMotorOn: Bool { application.client.watch.isMotorOn }
  public var isLampLit: Bool { application.client.watch.isLampLit }

  /// What there is of the two; as it begins, neither.
  public mutating func setHaptics(hasMotor: Bool, hasLamp: Bool) {
    application.setHaptics(hasMotor: hasMotor, hasLamp: hasLamp)
  }

  /// Whether `turn(now:)` is to be called at once: there is a message for the panel.
  public var hasWork: Bool { (!panel.isUpToDate && !panelRetry.isSet) || (picture.isDue && isPanelReady) }

  /// Whether nothing is on its way to the panel, or nothing can be.
  private var isPanelReady: Bool { panel.isUpToDate || panelRetry.isSet }

  /// When `turn(now:)` is to be called though no device has anything to say; nil: never.
  public var deadline: Instant? {
    earliest(application.deadline, earliest(panelRetry.instant, storageRetry.instant))
  }

  /// One turn: the radio first, then the buttons and the timers, then at most one message to the panel, 130 octets.
  ///
  /// - Parameter observe: is told what happened; bonds are saved already.
  public mutating func turn(now: Instant, observe: (WatchNotice) -> Void = { _ in }) {
    deliverPackets(now: now, observe)
    serveButtons(now: now)
    application.handleTimeout(now: now)
    if application.needsSystemTime { tellBoardTime(now: now) }
    sendPackets(now: now)
    serveNotices(now: now, observe)
    if storageRetry.expire(at: now) { saveBonds(now: now) }
    application.prepareKeys(from: &entropy)
    drawScreen()
    sendToPanel(now: now)
  }

  // MARK: The radio

  /// A bound on one turn, so that a flood cannot keep the buttons and the glass waiting.
  private static var readsPerTurn: Int { 64 }

  private mutating func deliverPackets(now: Instant, _ observe: (WatchNotice) -> Void) {
    for _ in 0..<Self.readsPerTurn {
      while !isControllerLost, receiver.hasPacket {
        application.handle(packet: receiver.packet, now: now)
        receiver.removePacket()
        // A burst of notifications has more to tell than the application holds.
        serveNotices(now: now, observe)
      }
      guard !isControllerLost, read(now: now) else { return }
    }
  }

  /// Reads once; false if nothing came.
  private mutating func read(now: Instant) -> Bool {
    do throws(Transport.Failure) {
      let count = try receiver.receive(from: &transport)
      if receiver.isFramingLost { loseController(now: now) }
      return count > 0
    } catch {
      loseController(now: now)
      return false
    }
  }

  private mutating func sendPackets(now: Instant) {
    do throws(Transport.Failure) {
      while !isControllerLost, !packet.isEmpty || fillPacket(now: now) {
        guard try transport.send(packet.span) else { return }
        packet.removeAll()
      }
    } catch {
      loseController(now: now)
    }
  }

  private mutating func fillPacket(now: Instant) -> Bool {
    var hasPacket = false
    packet.append { output in hasPacket = application.nextPacket(into: &output, now: now) }
    return hasPacket
  }

  private mutating func loseController(now: Instant) {
    guard !isControllerLost else { return }
    isControllerLost = true
    application.stop(now: now)
  }

  // MARK: The rest

  private mutating func serveButtons(now: Instant) {
    // Who holds more buttons than there are has none.
    for _ in 0..<Self.readsPerTurn {
      guard let event = try? buttons.nextEvent() else { return }
      application.handle(event, now: now)
    }
  }

  private mutating func serveNotices(now: Instant, _ observe: (WatchNotice) -> Void) {
    while let notice = application.nextNotice() {
      switch notice {
      case .bondsChanged: saveBonds(now: now)
      case .controllerFailed: loseController(now: now)
      case .pairingCode, .pairingPasskey, .pairingEnded, .watch: break
      }
      observe(notice)
    }
  }

  /// Now, or again every 10 s: the watch goes on with the bonds in memory.
  private mutating func saveBonds(now: Instant) {
    do throws(Storage.Failure) {
      try store.save(application.host.bonds)
      storageRetry.clear()
    } catch {
      storageRetry.set(now + .seconds(10))
    }
  }

  // MARK: The glass

  private static var contrast: UInt8 { 0xCF }
  private static var dimContrast: UInt8 { 0x10 }

  private mutating func drawScreen() {
    let isDue = picture.isDue && isPanelReady
    guard application.takeNeedsRedraw() || isDue else { return }
    let level = application.client.watch.lightLevel
    panel.setLit(level != .off)
    guard level != .off else { return picture.skip() }
    panel.setTopRow(application.client.watch.topRow)
    panel.setContrast(level == .dim ? Self.dimContrast : Self.contrast)
    guard let rows = picture.draw(application.client.watch, isGlassBusy: !isPanelReady) else { return }
    panel.setTopRow(application.client.watch.topRow)
    panel.setContrast(level == .dim ? Self.dimContrast : Self.contrast)
    panel.show(picture.bitmap.octets, scrolledBy: rows)
    panel.setInverted(application.client.watch.isInverted)
  }

  /// A panel that does not answer is tried again every second, from its initialisation on.
  private mutating func sendToPanel(now: Instant) {
    _ = panelRetry.expire(at: now)
    guard hasWork else { return }
    do throws(Bus.Failure) {
      try panel.sendNext()
    } catch {
      panelRetry.set(now + .seconds(1))
    }
  }
}
