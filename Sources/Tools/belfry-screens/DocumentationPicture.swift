import Graphics

/// A picture in `Documentation/images`: samples side by side, as SVG.
///
/// A test compares the files with the samples, and `make goldens` writes them.
struct DocumentationPicture: Sendable {
  /// The name of its file without `.svg`.
  let name: String
  let samples: [String]
  private let columns: Int

  /// - Parameters:
  ///   - samples: names of `ScreenSample.all`.
  ///   - columns: the number of samples in one row.
  init(_ name: String, _ samples: [String], columns: Int = 3) {
    self.name = name
    self.samples = samples
    self.columns = min(columns, samples.count)
  }

  static let all = [
    // The README's.
    DocumentationPicture(
      "screens", ["clock", "alert-chinese", "call-vietnamese", "list-emoji", "music-thai", "detail-arabic"]),
    DocumentationPicture("clock", ["clock", "clock-quiet", "clock-unknown"]),
    DocumentationPicture("faces", ["clock-twelve-seconds", "clock-analog", "clock-large"]),
    DocumentationPicture("text-size", ["alert-small", "alert", "alert-large"]),
    DocumentationPicture("alert", ["alert", "alert-code"]),
    DocumentationPicture("list", ["list", "list-middle"]),
    DocumentationPicture("detail", ["detail", "detail-page", "detail-cut"]),
    DocumentationPicture("history", ["list-kept", "detail-kept", "detail-kept-long"]),
    DocumentationPicture("call", ["call", "call-running"]),
    DocumentationPicture("pairing", ["pairing-read", "pairing", "pairing-done"]),
    DocumentationPicture("passkey", ["pairing-passkey"]),
    DocumentationPicture("question", ["question-forget", "question-replace", "question-clear"]),
    DocumentationPicture("menu", ["menu", "menu-end", "menu-clear"]),
    DocumentationPicture("phones", ["phones", "phones-chosen"]),
    DocumentationPicture("mute", ["mute", "mute-end", "mute-snooze", "mute-vibration"]),
    DocumentationPicture("tools", ["timer", "timer-running", "timer-over", "stopwatch-running"]),
    DocumentationPicture("quiet", ["quiet", "quiet-end", "clock-quiet-now"]),
    DocumentationPicture(
      "languages",
      [
        "menu.de", "clock.de", "settings.de", "menu.zh-Hans", "clock.zh-Hans", "settings.zh-Hans", "menu.ar",
        "clock.ar",
        "settings.ar", "menu.th", "clock.th", "settings.th",
      ]),
    DocumentationPicture("settings", ["settings", "setting-brightness", "question-reset"]),
    DocumentationPicture("hints", ["hint-clock", "hint-clock-hold", "hint-list"]),
    DocumentationPicture("tutorial", ["tutorial", "tutorial-hold", "tutorial-end"]),
    DocumentationPicture("music", ["music", "music-volume", "music-previous"]),
    DocumentationPicture("status", ["status", "status-remedy", "status-log"]),
    DocumentationPicture("pair-again", ["pair-again-forget", "pair-again-end"]),
  ]

  // MARK: SVG

  /// The border around one screen, and half the gap between two, in pixels of the display.
  private static let border = 4
  private static let gap = 4
  /// The width of one pixel of the display in the picture.
  private static let scale = 2

  /// The picture as an SVG file; nil if a sample does not exist.
  var svg: String? {
    var screens = ""
    var bottom = 0
    var right = 0
    for (index, name) in samples.enumerated() {
      guard let bitmap = ScreenSample.named(name)?.bitmap() else { return nil }
      let width = bitmap.width + 2 * Self.border
      let height = bitmap.height + 2 * Self.border
      let x = index % columns * (width + Self.gap)
      let y = index / columns * (height + Self.gap)
      screens += """
        <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="3" fill="#080b10"/>
        <path fill="#dcf0ff" transform="translate(\(x + Self.border) \(y + Self.border))" d="\(Self.path(of: bitmap))"/>

        """
      right = max(right, x + width)
      bottom = max(bottom, y + height)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(right * Self.scale)" height="\(bottom * Self.scale)" \
      viewBox="0 0 \(right) \(bottom)" shape-rendering="crispEdges">
      \(screens)</svg>

      """
  }

  /// One rectangle for each horizontal run of pixels that are on; equal runs in consecutive rows share one.
  private static func path(of bitmap: borrowing Bitmap) -> String {
    var path = ""
    for y in 0..<bitmap.height {
      for run in runs(of: bitmap, row: y) where !isRun(run, of: bitmap, row: y - 1) {
        var end = y + 1
        while isRun(run, of: bitmap, row: end) { end += 1 }
        path += "M\(run.lowerBound) \(y)h\(run.count)v\(end - y)h-\(run.count)z"
      }
    }
    return path
  }

  /// The columns of each run of pixels that are on in a row.
  private static func runs(of bitmap: borrowing Bitmap, row y: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for x in 0...bitmap.width {
      let isLit = x < bitmap.width && bitmap.isLit(x: x, y: y)
      if isLit, start == nil { start = x }
      if !isLit, let first = start {
        runs.append(first..<x)
        start = nil
      }
    }
    return runs
  }

  private static func isRun(_ run: Range<Int>, of bitmap: borrowing Bitmap, row y: Int) -> Bool {
    (0..<bitmap.height).contains(y) && runs(of: bitmap, row: y).contains(run)
  }
}
