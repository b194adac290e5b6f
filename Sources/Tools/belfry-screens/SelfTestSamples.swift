import Screens
import WatchModel

/// The screens of `--self-test`.
extension ScreenSample {
  static let selfTests = [
    ScreenSample("self-test-pattern") { SelfTestScreen.pattern(rows: 64).draw(into: &$0) },
    ScreenSample("self-test-pattern-half") { SelfTestScreen.pattern(rows: 32).draw(into: &$0) },
    ScreenSample("self-test-press") { SelfTestScreen.press("decline").draw(into: &$0) },
    ScreenSample("self-test-passed") { SelfTestScreen.passed.draw(into: &$0) },
    ScreenSample("self-test-failed") { SelfTestScreen.failed.draw(into: &$0) },
  ]
}
