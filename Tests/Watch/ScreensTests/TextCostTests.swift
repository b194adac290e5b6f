import ANCS
import Glibc
import Graphics
import Screens
import TestSupport
import Testing
import Typefaces

/// No text of a phone keeps the watch busy: each is compared with plain text of the same length.
///
/// The measure is the processor time of this thread, the minimum of several runs, so that other programs do not matter.
/// `BELFRY_SHOW_COSTS=1` prints the figures.
@Suite(.serialized) struct TextCostTests {
  /// The longest message that the user can read on the watch: `NotificationSession.longestMessage`.
  private static let messageSize = 4_096
  /// The limit for a screen, as a multiple of the time for plain text. The most expensive text takes five times as
  /// long.
  private static let limit = 20.0
  /// The limit for four times the octets, as a multiple of the time: 4 means proportional, 16 means quadratic.
  private static let growthLimit = 8.0

  /// The processor time of this thread in nanoseconds.
  private static func time() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }

  private static func cost(runs: Int = 5, _ body: () -> Void) -> Double {
    (0..<runs).map { _ in
      let start = time()
      body()
      return time() - start
    }.min() ?? 0
  }

  /// Draws all screens that show texts of a notification, from the first line and from the last.
  private static func drawScreens(_ words: HostileText) {
    let (message, title) = (words.octets(messageSize), words.octets(64))
    let text = NotificationText(
      category: .other, time: nil, appName: title.span, title: title.span, subtitle: title.span, message: message.span)
    var bitmap = Bitmap()
    AlertScreen(text).draw(into: &bitmap)
    CallScreen(text).draw(into: &bitmap)
    for topLine in [0, Int.max] { DetailScreen(text, topLine: topLine).draw(into: &bitmap) }
  }

  private static func breakLines(_ octets: [UInt8]) {
    var lines = TextLines(octets.span, Unifont())
    let count = lines.countRemaining(width: 120)
    #expect(count <= octets.count)
  }

  /// - Conformance: Attacks | worst-case text
  @Test func aScreenOfAnyTextCostsLittleMoreThanPlainOnes() {
    let plain = Self.cost { Self.drawScreens(.plain) }
    for text in HostileText.all {
      let ratio = Self.cost(runs: 1) { Self.drawScreens(text) } / plain
      if getenv("BELFRY_SHOW_COSTS") != nil { print("screens", text.testDescription, ratio) }
      #expect(ratio < Self.limit, "\(text.testDescription)")
    }
    recordCases(HostileText.all.count)
  }

  /// - Conformance: Attacks | worst-case text of any length
  @Test func theTimeForLinesGrowsInProportion() {
    for text in HostileText.all {
      let (short, long) = (text.octets(1_000), text.octets(4_000))
      let growth = Self.cost { Self.breakLines(long) } / Self.cost { Self.breakLines(short) }
      if getenv("BELFRY_SHOW_COSTS") != nil { print("lines", text.testDescription, growth) }
      #expect(growth < Self.growthLimit, "\(text.testDescription)")
    }
    recordCases(HostileText.all.count)
  }
}
