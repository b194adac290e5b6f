import ANCS
import Graphics
import Screens
import TestSupport
import Testing
import WatchModel

@testable import belfry_screens

@Suite struct AlertScreenTests {
  /// An alert with a title, a subtitle and a message.
  private func picture(
    _ size: TextSize, labelCount: Int, subtitle: String = "Invoice of May", message: String = "Lunch"
  ) -> String {
    let notification = SampleNotification(
      category: .email, title: "Anna", subtitle: subtitle, message: message, positive: labelCount > 1 ? "Reply" : nil,
      negative: labelCount > 0 ? "Clear" : nil, size: size)
    return notification.alert("").bitmap().picture()
  }

  @Test(arguments: [TextSize.small, .normal, .large], 0...2)
  func titleSubtitleAndMessageHaveALineEach(size: TextSize, labelCount: Int) {
    let whole = picture(size, labelCount: labelCount)
    #expect(picture(size, labelCount: labelCount, subtitle: "Invoice of June") != whole, "the subtitle is not cut")
    #expect(picture(size, labelCount: labelCount, message: "Pizza") != whole)
  }

  @Test func anAlertWithFewerTextsStaysLarge() {
    let notification = SampleNotification(category: .email, title: "Anna", message: "Lunch")
    let (large, normal) = (notification.in(.large).alert(""), notification.alert(""))
    #expect(large.bitmap().picture() != normal.bitmap().picture())
  }
}
