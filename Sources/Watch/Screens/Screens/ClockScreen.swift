internal import Features
public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The watch's face: the time, the date, the icon of the link, two batteries, quiet hours, and how many notifications
/// are unread.
///
/// The faces are in `ClockScreen+Digits.swift` and `ClockScreen+Dial.swift`. On a panel of 32 rows, the rows 16 to 47
/// hold the time.
public struct ClockScreen {
  /// Nil while it is unknown.
  public var time: TimeOfDay?
  public var date: CalendarDate?
  /// 0...59; nil if no seconds are shown.
  public var second: Int?
  public var unreadCount: Int
  public var connection: ConnectionState
  /// Why nothing arrives; nil while nothing is wrong, or things are under way.
  public var trouble: LinkTrouble?
  /// The phone's, in per cent; nil if unknown.
  public var batteryLevel: Int?
  /// The watch's own, in per cent; nil without a gauge.
  public var watchBatteryLevel: Int?
  /// Whether alerts are kept quiet by the time of day.
  public var isQuiet = false
  public var style = ClockStyle()
  /// Whether the panel has only 32 rows.
  public var isHalf = false
  /// Whether the wearer has chosen *Quiet now*.
  public var isQuietNow = false
  /// The hints in the bottom row, in place of the date; nil without hints.
  public var hints: HintRow?
  /// The sign for alarms; nil if none is set.
  public var alarms: AlarmSign?

  public enum AlarmSign: Equatable, Sendable {
    case set
    /// The time is not known.
    case waiting
  }

  public init(
    time: TimeOfDay?, date: CalendarDate?, unreadCount: Int, connection: ConnectionState, batteryLevel: Int? = nil
  ) {
    self.time = time
    self.date = date
    self.unreadCount = unreadCount
    self.connection = connection
    self.batteryLevel = batteryLevel
  }

  /// Whether the bottom row has no part of the time.
  var isCompact: Bool { isHalf || hints != nil }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    drawFace(into: &bitmap)
    if Features.hasGuidance { hints?.draw(into: &bitmap) }
  }

  private func drawFace(into bitmap: inout Bitmap) {
    guard Features.hasClockFaces else { return drawDigital(into: &bitmap) }
    switch style.face {
    case .analog:
      // A dial has no sign for an unknown time.
      guard let time else { return drawDigital(into: &bitmap) }
      drawDial(time, into: &bitmap)
    case .digital: drawDigital(into: &bitmap)
    case .large: drawLarge(into: &bitmap)
    }
  }

  /// A radio that does not work shows in no state of the link.
  private var linkWords: Phrase {
    if connection == .ready { return .line(.timeNotKnown) }
    guard let trouble, trouble.step == .radio else { return connection.headline }
    return trouble.headline
  }

  /// `Fri 20 Nov`; while the date is unknown, the state of the link, or that the phone does not report its time.
  func drawDate(in row: Rectangle, into bitmap: inout Bitmap) {
    let alignment = TextStyle(alignment: .centered)
    guard let date else {
      return bitmap.drawLine(linkWords, in: row, alignment)
    }
    var text = ShortText()
    put(date, into: &text, width: row.width, bitmap.language)
    bitmap.drawLine(text.span, in: row, alignment)
  }

  /// Appends `Fri 20 Nov` to an empty text; without the weekday in a language in which it is too wide.
  func put(_ date: CalendarDate, into text: inout ShortText, width: Int, _ language: Language) {
    if style.showsWeekday {
      text.append(date.weekday.phrase, language)
      text.append(" ")
    }
    text.append(date, in: style.dateOrder, language, withYear: width == Layout.width)
    guard Features.hasLanguages, Layout.condensedFace.width(of: text.span) > width else { return }
    text.removeAll()
    text.append(date, in: style.dateOrder, language, withYear: width == Layout.width)
  }

  // MARK: The bar

  /// The width of an icon of the bar with the gap behind it.
  private static let slot = Icon.side + 2 * Layout.gap

  /// Draws the icons of the link, of both batteries and of the quiet hours from the left, and the unread count at the
  /// right; the other way round in a right-to-left language.
  ///
  /// - Returns: the free part of the bar between them.
  @discardableResult
  func drawBar(in bar: Rectangle = Layout.bar, into bitmap: inout Bitmap) -> Rectangle {
    let left = drawLevels(in: bar, into: &bitmap)
    let language = bitmap.language
    var rest = bar.droppingFirst(left, in: language)
    rest = rest.droppingFirst(drawQuietSign(in: rest, into: &bitmap), in: language)
    rest = rest.droppingFirst(drawAlarmSign(in: rest, into: &bitmap), in: language)
    return rest.droppingLast(drawUnreadCount(in: rest, into: &bitmap), in: language)
  }

  /// Draws the sign of the quiet hours, or of the quiet that the wearer has chosen.
  ///
  /// - Returns: how many columns are taken.
  func drawQuietSign(in area: Rectangle, into bitmap: inout Bitmap) -> Int {
    guard isQuiet || isQuietNow else { return 0 }
    bitmap.drawFirst(isQuietNow ? .muted : .quiet, in: area)
    return Self.slot
  }

  /// - Returns: how many columns are taken.
  func drawLevels(in bar: Rectangle, into bitmap: inout Bitmap) -> Int {
    var taken = 0
    bitmap.drawFirst(connection.icon, in: bar)
    taken += Self.slot
    if let batteryLevel {
      bitmap.drawFirst(.battery, in: bar, behind: taken)
      let place = bar.droppingFirst(taken, in: bitmap.language).first(Icon.side, in: bitmap.language)
      let filled = Self.share(of: 10, batteryLevel)
      bitmap.fill(Rectangle(x: place.x + 3, y: bar.y + 6, width: filled, height: 5))
      taken += Self.slot
    }
    if let watchBatteryLevel {
      bitmap.drawFirst(.watchBattery, in: bar, behind: taken)
      let place = bar.droppingFirst(taken, in: bitmap.language).first(Icon.side, in: bitmap.language)
      let filled = Self.share(of: 6, watchBatteryLevel)
      bitmap.fill(Rectangle(x: place.x + 5, y: bar.y + 11 - filled, width: 6, height: filled))
      taken += Self.slot
    }
    return taken
  }

  /// - Returns: how many columns are taken.
  func drawAlarmSign(in bar: Rectangle, into bitmap: inout Bitmap) -> Int {
    guard let alarms else { return 0 }
    bitmap.drawFirst(alarms == .set ? .alarm : .alarmWaiting, in: bar)
    return Self.slot
  }

  /// Draws the number of unread notifications, and its icon if there is room for it.
  ///
  /// - Returns: how many columns are taken.
  func drawUnreadCount(in bar: Rectangle, into bitmap: inout Bitmap) -> Int {
    guard unreadCount > 0 else { return 0 }
    var text = ShortText()
    text.append(min(unreadCount, 99))
    if unreadCount > 99 { text.append("+") }
    let width = Layout.face.width(of: text.span)
    // Bold strokes are as wide as the strokes of the icons; the last column of a digit is blank.
    let bold = TextStyle(alignment: .trailing, isBold: true)
    bitmap.drawText(text.span, in: bar.last(width, in: bitmap.language), Layout.face, bold)
    guard bar.width >= width + Icon.side + Layout.gap else { return width }
    bitmap.drawFirst(.other, in: bar, behind: bar.width - width - Layout.gap - Icon.side)
    return width + Icon.side + 2 * Layout.gap
  }

  /// How many of `count` lines a level fills.
  private static func share(of count: Int, _ level: Int) -> Int { (max(0, min(100, level)) * count + 50) / 100 }

  // MARK: Small signs beside the digits

  /// `am` or `pm`; empty with 24 hours.
  var dayHalf: StaticString {
    guard style.hasTwelveHours, let time else { return "" }
    return time.isAfternoon ? "pm" : "am"
  }

  /// The second with two digits; empty if none is shown.
  var secondText: ShortText {
    var text = ShortText()
    if time != nil, let second { text.append(second, minimumDigits: 2) }
    return text
  }

  /// The four digits of the time: nil for a blank one, `minus` while the time is unknown.
  func digit(at position: Int) -> ClockDigit? {
    guard let time else { return .minus }
    let hour = style.hasTwelveHours ? time.hourOnDial : time.hour
    switch position {
    case 0: return style.hasTwelveHours && hour < 10 ? nil : ClockDigit(hour / 10)
    case 1: return ClockDigit(hour % 10)
    case 2: return ClockDigit(time.minute / 10)
    default: return ClockDigit(time.minute % 10)
    }
  }
}
