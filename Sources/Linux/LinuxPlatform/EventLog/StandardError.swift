internal import CLinux

/// Standard error. The watch never waits for its reader: it drops and counts a line that would have to wait, and says
/// the number before the next line that goes out.
enum StandardError {
  /// Writes a line that ends with a newline.
  static func write(_ line: Span<UInt8>) {
    guard tellMissed(), say(line) else { return belfry_set_missed_lines(belfry_missed_lines() &+ 1) }
  }

  /// Says how many lines were dropped. False if that does not go out either.
  private static func tellMissed() -> Bool {
    let missed = belfry_missed_lines()
    guard missed > 0 else { return true }
    var note = MessageText()
    note.put("belfry: ")
    note.put(missed)
    note.put(missed == 1 ? " line is missing here" : " lines are missing here")
    note.put(": standard error was not read")
    note.endLine()
    guard say(note.span) else { return false }
    belfry_set_missed_lines(0)
    return true
  }

  private static func say(_ line: Span<UInt8>) -> Bool {
    unsafe line.withPointer { pointer, count in unsafe belfry_say(pointer, count) } == 0
  }
}
