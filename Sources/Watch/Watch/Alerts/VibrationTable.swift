public import ANCS
internal import Octets
public import WatchModel

/// The vibration patterns of applications and categories.
///
/// An application is known by a checksum of its bundle identifier, so that a pattern takes few octets. If two
/// applications had the same checksum, both would vibrate alike.
public struct VibrationTable: Sendable {
  private enum Subject: Equatable, Sendable {
    /// The checksum of the bundle identifier.
    case application(UInt32)
    case category(CategoryID)
  }

  private struct Entry: Sendable {
    let subject: Subject
    var pattern: VibrationPattern
  }

  private var entries = PerVibration<Entry>()

  public init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Whether an application has a pattern.
  var hasApplications: Bool { encodedCount > 0 }

  // MARK: Patterns

  /// The pattern of an application, by its bundle identifier; nil if it has no pattern.
  func pattern(ofApplication identifier: Span<UInt8>) -> VibrationPattern? {
    entries.isEmpty ? nil : pattern(of: .application(identifier.fnv1a))
  }

  /// The pattern of a category; nil if it has no pattern.
  func pattern(of category: CategoryID) -> VibrationPattern? { pattern(of: .category(category)) }

  private func pattern(of subject: Subject) -> VibrationPattern? {
    for index in entries.indices where entries[index].subject == subject { return entries[index].pattern }
    return nil
  }

  // MARK: Changes

  /// Sets the pattern of an application; nil removes it. When the table is full, the oldest pattern makes room.
  public mutating func set(_ pattern: VibrationPattern?, ofApplication identifier: Span<UInt8>) {
    set(pattern, of: .application(identifier.fnv1a))
  }

  /// The same for a category.
  public mutating func set(_ pattern: VibrationPattern?, of category: CategoryID) {
    set(pattern, of: .category(category))
  }

  private mutating func set(_ pattern: VibrationPattern?, of subject: Subject) {
    for index in entries.indices.reversed() where entries[index].subject == subject { entries.remove(at: index) }
    guard let pattern else { return }
    if entries.isFull { entries.remove(at: 0) }
    entries.append(Entry(subject: subject, pattern: pattern))
  }
}

// The section of the record of the choices: the patterns of applications, the oldest first.
//
//     (checksum: 4 | pattern: 1) …
extension VibrationTable {
  private static var entryLength: Int { 5 }

  var encodedCount: Int {
    var count = 0
    for index in entries.indices {
      if case .application = entries[index].subject { count += Self.entryLength }
    }
    return count
  }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    for index in entries.indices {
      guard case .application(let checksum) = entries[index].subject else { continue }
      try output.put(checksum)
      try output.put(entries[index].pattern.rawValue)
    }
  }

  /// Ignores the patterns of a later version.
  ///
  /// - Throws: if the section is not a list of patterns.
  init(decoding section: Span<UInt8>) throws(DecodeError) {
    self.init()
    var rest = section
    while !rest.isEmpty {
      let checksum = try rest.takeUInt32()
      guard let pattern = VibrationPattern(rawValue: try rest.takeUInt8()) else { continue }
      set(pattern, of: .application(checksum))
    }
  }
}
