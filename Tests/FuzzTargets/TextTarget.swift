import ANCS
import GAP
import Graphics
import HCI
import Octets
import TestSupport
import Text
import WatchProfile

/// Text of any octets. It is repaired as the standard library repairs it, and cut between characters. An advertisement
/// with any name is well formed. A decoded date exists. The lines hold the whole text, start and end between
/// characters, and are drawn inside their area for any text direction.
///
/// Input: ` | mode: 1 | text | `.
public enum TextTarget: FuzzTarget {
  public static var sources: [String] {
    [
      "Octets/BoundedText", "Octets/UTF8Scalar", "GAP/AdvertisingPayload", "ANCS/NotificationDate", "Text/",
      "Graphics/Text", "Graphics/VisualLine", "Graphics/Bitmap+Text",
    ]
  }

  public static func run(_ input: FuzzInput) {
    let mode = input.octet()
    let text = input.rest
    if mode & 12 == 12 { return checkLines(text, width: Int(mode >> 4) * 9) }
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
    require(found == expected, "text is repaired as by the standard library")
  }

  private static func checkBounded(_ text: [UInt8]) {
    let whole = String(decoding: text, as: UTF8.self)
    let bounded = BoundedText<24>(repairing: text.span)
    let kept = bounded.span.list
    let repaired = Array(whole.utf8)
    require(kept.count <= 24 && repaired.starts(with: kept), "text is cut, not changed")
    require(bounded.isTruncated == (kept.count < repaired.count), "a cut text is marked as cut")
    require(String(validating: kept, as: UTF8.self) != nil, "text is cut between characters")
    require(!bounded.isTruncated || kept.count > 20, "as much text is kept as fits")
  }

  private static func checkLines(_ text: [UInt8], width: Int) {
    let boundaries = clusterBoundaries(text)
    var lines = TextLines(text.span, BoxTypeface())
    var position = 0
    while let line = lines.next(width: width) {
      require(line.start >= position && line.end >= line.start && line.end <= text.count, "lines follow one another")
      require(boundaries.contains(line.start) && boundaries.contains(line.end), "a line has whole characters")
      position = line.end
    }
    let fit = BoxTypeface().fit(text.span, into: width)
    require(boundaries.contains(fit.count), "a cut text has whole characters")
    // White space and invisible characters at the end are left out without a mark.
    let rest = String(decoding: text.dropFirst(fit.count), as: UTF8.self).unicodeScalars
    let isWhole = rest.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    require(fit.isTruncated || isWhole, "a cut text is marked as cut")
  }

  /// The offsets of all clusters and of the end, found by one breaker that runs from the first scalar to the last.
  private static func clusterBoundaries(_ text: [UInt8]) -> Set<Int> {
    var boundaries: Set<Int> = [0, text.count]
    var rest = text.span
    guard let first = UTF8Scalar(decoding: &rest) else { return boundaries }
    var breaker = GraphemeBreaker(first: first.graphemeBreakClass)
    var start = text.count - rest.count
    while let next = UTF8Scalar(decoding: &rest) {
      if breaker.isBoundary(before: next.graphemeBreakClass) { boundaries.insert(start) }
      start = text.count - rest.count
    }
    return boundaries
  }

  private static func checkAdvertising(_ name: [UInt8], _ layout: AdvertisingLayout) {
    let payload = Advertisement(watchNamed: name.span, layout: layout).discoverable
    for data in [payload.primary.span.list, payload.scanResponse.span.list] {
      require(data.count <= 31, "an advertisement has at most 31 octets")
      var rest = data[...]
      while let length = rest.first {
        require(length >= 2 && Int(length) < rest.count, "a structure's length field is correct")
        let (type, body) = (rest.dropFirst().first, rest.dropFirst(2).prefix(Int(length) - 1))
        if type == 0x08 || type == 0x09 {
          require(String(validating: body, as: UTF8.self) != nil, "a name is cut between characters")
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
    require(digits == text.filter { (0x30...0x39).contains($0) }, "a date has the digits that were sent")
    require((1...12).contains(date.month) && (1...31).contains(date.day), "a date exists")
    require(date.hour < 24 && date.minute < 60 && date.second <= 60, "the time of day exists")
  }
}
