public import Displays
public import Graphics
internal import Octets
public import Peripherals
public import PhoneClient
public import Timing
public import Watch
internal import WatchModel

/// The panel, how it is mounted, how bright it is, and how its pictures move.
public struct PanelSettings: Sendable {
  public var address: I2CAddress
  public var kind = PanelKind.ssd1306
  /// Whether the panel is mounted with its top at the bottom.
  public var isRotated = false
  /// The contrast, 0...255, and the contrast while the display is dimmed.
  public var brightness: UInt8 = 0xCF
  public var dimBrightness: UInt8 = 0x10
  /// Whether pictures move in sixty steps a second, instead of the thirty that save energy.
  public var movesSmoothly = false

  public init(address: I2CAddress) { self.address = address }
}

/// Draws what the watch shows, and sends it to the panel, one message at a time.
///
/// A panel that does not answer is tried again after a pause that the bus knows, from its initialisation on.
public struct DisplayOutput<Bus: I2CController & ~Copyable>: ~Copyable {
  private let inPlace = InPlace()
  /// When to try again after the panel did not answer.
  private var retry = Deadline()
  private let dimBrightness: UInt8

  // Large, and therefore last: short instructions reach the properties before.
  // Not a computed `bus`: its coroutine would free memory.
  public private(set) var panel: SSD1306<Bus>
  private var picture = MovingPicture()

  public init(on bus: consuming Bus, _ settings: PanelSettings) {
    panel = SSD1306(
      on: bus, at: settings.address, settings.kind, isRotated: settings.isRotated, contrast: settings.brightness)
    dimBrightness = settings.dimBrightness
  }

  /// Whether there is a message to send now, or a picture to draw.
  public var hasWork: Bool { isPictureDue || (!panel.isUpToDate && !retry.isSet) }

  /// Whether to draw a picture that was left out.
  public var isPictureDue: Bool { picture.isDue && isReady }

  /// Whether the panel shows all that was drawn.
  public var isUpToDate: Bool { panel.isUpToDate }

  /// Whether the panel took the last message.
  public var isAnswering: Bool { !retry.isSet }

  public var deadline: Instant? { retry.instant }

  /// Whether the panel shows all that was drawn, or does not answer.
  private var isReady: Bool { panel.isUpToDate || retry.isSet }

  /// Draws what the watch shows.
  public mutating func draw(_ watch: borrowing WatchMachine, _ phone: borrowing PhoneState) {
    let level = watch.lightLevel
    panel.setLit(level != .off)
    // Turning the display on again draws the current picture.
    guard level != .off else { return picture.skip() }
    panel.setTopRow(watch.topRow)
    let chosen = UInt8(truncatingIfNeeded: watch.wearer[.brightness])
    let brightness = watch.isTorch ? .max : chosen
    panel.setContrast(level == .dim ? min(dimBrightness, chosen) : brightness)
    panel.setRotated(watch.wearer[.rotation] == 180)
    guard let rows = picture.draw(watch, phone, isDisplayBusy: !isReady) else { return }
    panel.show(picture.bitmap.octets, scrolledBy: rows)
    panel.setInverted(watch.isInverted)
  }

  /// Draws a picture of its own; a panel of half the height shows its middle.
  public mutating func draw(isInverted: Bool, _ body: (inout Bitmap) -> Void) {
    body(&picture.bitmap)
    panel.setTopRow((PanelGeometry.rows - panel.kind.rows) / 2)
    panel.show(picture.bitmap.octets)
    panel.setInverted(isInverted)
  }

  /// Sends one message to the panel, if there is one to send: at most 130 octets.
  public mutating func sendNext(now: Instant) {
    _ = retry.expire(at: now)
    guard !panel.isUpToDate, !retry.isSet else { return }
    do throws(Bus.Failure) {
      try panel.sendNext()
    } catch {
      retry.set(now + panel.bus.pauseAfterFailure)
    }
  }

  /// Turns the panel off, at the program's end. A failure makes no difference then.
  public mutating func switchOff() { try? panel.switchOff() }
}
