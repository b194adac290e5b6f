import ANCS
import GAP
import HCI
import Octets
import TestSupport

/// Text of any octets: repaired as the standard library repairs it, cut at a character; an advertisement of any name is
/// well formed; a date is one that exists; whatever it says of its direction, it is drawn inside its area.
///
/// Input: ` | mode: 1 | text | `.
public enum TextTarget: FuzzTarget {
  public static var sources: [String] {
    [
      "Octets/BoundedText", "Octets/UTF8Scalar", "GAP/AdvertisingPayload", "ANCS/NotificationDate", "Text",
      "Graphics/Text", "Graphics/VisualLine", "Graphics/Bitmap+Text",
    ]
  }

  public static func run(_ input: FuzzInput) {
    let mode = input.octet()
    let text = input.rest
    if mode & 8 != 0 { return checkDrawing(text, width: Int(mode >> 4) * 8) }
    switch mode & 3 {
    case 0: checkScalars(text)
    case 1: checkBounded(text)
    case 2: checkAdvertising(text, mode & 4 == 0 ? .solicitationFirst : .nameFirst)
    default: checkDate(text)
    }
  }

  private static func checkScalars(_ text: [UInt8]) {
    let expected = String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
    var rest = text.span
    var found: [UInt32] = []
    while let scalar = UTF8Scalar(decoding: &rest) { found.append(scalar.value) }
    require(found == expected, "text is repaired as ever")
  }

  private static func checkBounded(_ text: [UInt8]) {
    let whole = String(decoding: text, as: UTF8.self)
    let bounded = BoundedText<24>(repairing: text.span)
    let kept = bounded.span.list
    let repaired = Array(whole.utf8)
    require(kept.count <= 24 && repaired.starts(with: kept), "text is cut, not changed")
    require(bounded.isTruncated == (kept.count < repaired.count), "what is cut is marked")
    require(String(validating: kept, as: UTF8.self) != nil, "text is cut at a character")
    require(!bounded.isTruncated || kept.count > 20, "as much is kept as fits")
  }

  private static func checkAdvertising(_ name: [UInt8], _ layout: AdvertisingLayout) {
    let payload = AdvertisingPayload(layout: layout, name: name.span)
    for data in [payload.primary.span.list, payload.scanResponse.span.list] {
      require(data.count <= 31, "an advertisement has 31 octets at most")
      var rest = data[...]
      while let length = rest.first {
        require(length >= 2 && Int(length) < rest.count, "a structure is as long as it says")
        let (type, body) = (rest.dropFirst().first, rest.dropFirst(2).prefix(Int(length) - 1))
        if type == 0x08 || type == 0x09 {
          require(String(validating: body, as: UTF8.self) != nil, "a name is cut at a character")
        }
        rest = rest.dropFirst(Int(length) + 1)
      }
    }
  }

  private static func checkDate(_ text: [UInt8]) {
    guard let date = NotificationDate(parsing: text.span) else { return }
    let written = output(capacity: 19) { output in
      do { try date.putISO8601(into: &output) } catch { require(false, "a date has 19 octets") }
    }
    let digits = written.filter { (0x30...0x39).contains($0) }
    require(digits == text.filter { (0x30...0x39).contains($0) }, "a date says what was sent")
    require((1...12).contains(date.month) && (1...31).contains(date.day), "a date exists")
    require(date.hour < 24 && date.minute < 60 && date.second <= 60, "so does its time")
  }
}
