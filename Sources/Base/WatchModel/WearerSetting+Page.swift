// The page *Settings* on the watch, as tables.
extension WearerSetting {
  /// The settings in the order of the page. The language is the first one, so that a wearer finds it on a watch that
  /// shows another language.
  private static var rows: [19 of WearerSetting] {
    [
      .language, .brightness, .dimAfter, .offAfter, .rotation, .textSize, .hours, .seconds, .dateOrder, .face,
      .vibration, .quiet, .quietFrom, .quietUntil, .privacy, .history, .name, .pairingWindow, .hints,
    ]
  }

  /// How many settings the page has: those of parts that this build has.
  public static var rowCount: Int {
    @inline(never)  // Several callers: one copy is smaller.
    get {
      var count = 0
      for index in rows.indices where rows[index].isBuilt { count += 1 }
      return count
    }
  }

  /// The setting in a row of the page; nil outside of the page.
  @inline(never)  // The same.
  public static func inRow(_ row: Int) -> WearerSetting? {
    var count = 0
    for index in rows.indices where rows[index].isBuilt {
      if count == row { return rows[index] }
      count += 1
    }
    return nil
  }

  /// The row of the page in which the setting is.
  public var row: Int {
    for row in 0..<Self.rowCount where Self.inRow(row) == self { return row }
    return 0
  }

  /// The value that the watch offers at `index`; nil behind the last one. Programs may choose other values, too.
  ///
  /// For the name it is the number that is appended to the configured name.
  public func offered(at index: Int) -> UInt16? {
    guard index >= 0 else { return nil }
    switch self {
    case .brightness: return Self.value([1, 16, 48, 80, 112, 160, 207, 255], index)
    case .dimAfter: return Self.value([0, 3, 5, 10, 15, 30, 60, 120], index)
    case .offAfter: return Self.value([0, 5, 10, 15, 30, 60, 120, 300], index)
    case .pairingWindow: return Self.value([30, 60, 120, 180, 300, 600, 900, 1_800], index)
    case .hours: return Self.value([24, 12], index)
    case .seconds, .vibration, .quiet, .privacy, .hints: return Self.value([0, 1], index)
    case .face, .dateOrder, .textSize, .history: return Self.value([0, 1, 2], index)
    case .rotation: return Self.value([0, 180], index)
    case .language:
      let value = UInt16(truncatingIfNeeded: index)
      return isValid(value) ? value : nil
    // Each full hour, from six in the evening and from four in the morning on.
    case .quietFrom: return Self.hour(index, after: 18)
    case .quietUntil: return Self.hour(index, after: 4)
    case .name: return index < 8 ? UInt16(truncatingIfNeeded: index + 2) : nil
    }
  }

  /// How many values the watch offers.
  public var offeredCount: Int {
    var count = 0
    while offered(at: count) != nil { count += 1 }
    return count
  }

  private static func value<let count: Int>(_ values: [count of UInt16], _ index: Int) -> UInt16? {
    index < count ? values[index] : nil
  }

  private static func hour(_ index: Int, after first: Int) -> UInt16? {
    index < 24 ? UInt16(truncatingIfNeeded: (first + index) % 24 * 60) : nil
  }
}
