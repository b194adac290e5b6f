import Foundation

/// A picture of `#` and `.` that is stored with the tests.
struct GoldenPicture {
  /// Set to 1, the tests write the pictures instead of comparing them: `make goldens`, then look at what `git diff`
  /// shows.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

  let name: String

  private var file: URL { Self.directory.appendingPathComponent(name + ".txt") }

  /// The difference between the stored picture and `picture` as text; nil if they are equal.
  func difference(to picture: String) throws -> String? {
    if Self.isUpdating {
      try FileManager.default.createDirectory(at: Self.directory, withIntermediateDirectories: true)
      try picture.write(to: file, atomically: true, encoding: .utf8)
      return nil
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
      return "\(name): no golden picture; `make goldens` draws it"
    }
    return golden == picture ? nil : Self.compare(golden, picture, name: name)
  }

  /// The rows that differ: `+` is on but should be off, `-` is off but should be on.
  static func compare(_ golden: String, _ picture: String, name: String) -> String {
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = picture.split(separator: "\n", omittingEmptySubsequences: false)
    var report = "\(name) differs (+ should be dark, - should be lit):\n"
    for row in 0..<max(expected.count, actual.count) {
      let before = row < expected.count ? Array(expected[row]) : []
      let after = row < actual.count ? Array(actual[row]) : []
      guard before != after else { continue }
      let marks = (0..<max(before.count, after.count)).map { column -> Character in
        let was = column < before.count ? before[column] : "."
        let now = column < after.count ? after[column] : "."
        return was == now ? now : now == "#" ? "+" : "-"
      }
      report += "row \(row): \(String(marks))\n"
    }
    return report
  }
}
