internal import Octets

/// The facts about the wearer's experience that outlive a restart: how often each function of the buttons was used on
/// the screens with hints, and whether the tutorial has been shown.
struct WearerExperience: Equatable, Sendable {
  /// A screen with hints.
  enum Screen: UInt8 {
    case clock, list, menu, status
  }

  /// A function of the buttons that has a hint. *Select* counts as *accept*, and *back* as *decline*, held.
  enum Function: UInt8 {
    case accept, decline, acceptHeld, declineHeld, joystick
  }

  /// The number of uses after which a function has no hint.
  static var sufficientUses: UInt8 { 3 }
  private static var count: Int { 20 }

  /// The uses of each function on each screen, not counted beyond `sufficientUses`.
  private var uses: [20 of UInt8] = .init(repeating: 0)
  /// Whether the tutorial has followed the first pairing.
  private(set) var hasSeenTutorial = false

  /// Whether there is nothing to store.
  var isEmpty: Bool { self == WearerExperience() }

  func knows(_ function: Function, on screen: Screen) -> Bool {
    uses.span[Self.place(of: function, on: screen)] >= Self.sufficientUses
  }

  /// Counts a use.
  ///
  /// - Returns: whether the wearer knows the function from now on.
  mutating func countUse(of function: Function, on screen: Screen) -> Bool {
    guard !knows(function, on: screen) else { return false }
    uses[Self.place(of: function, on: screen)] += 1
    return knows(function, on: screen)
  }

  mutating func noteTutorial() { hasSeenTutorial = true }

  private static func place(of function: Function, on screen: Screen) -> Int {
    5 * Int(screen.rawValue) + Int(function.rawValue)
  }

  static func == (one: WearerExperience, other: WearerExperience) -> Bool {
    for place in 0..<count where one.uses.span[place] != other.uses.span[place] { return false }
    return one.hasSeenTutorial == other.hasSeenTutorial
  }
}

// The section of the record of the choices:
//
//     | hasSeenTutorial: 1 = 0 or 1 | uses: 20 = 0...3, five for each of clock, list, menu and status |
extension WearerExperience {
  static var recordLength: Int { 1 + count }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(UInt8(hasSeenTutorial ? 1 : 0))
    for place in 0..<Self.count { try output.put(uses.span[place]) }
  }

  /// Ignores the octets that a later version has appended.
  ///
  /// - Throws: if `section` is too short.
  init(decoding section: Span<UInt8>) throws(DecodeError) {
    var rest = section
    hasSeenTutorial = try rest.takeUInt8() != 0
    for place in 0..<Self.count { uses[place] = min(try rest.takeUInt8(), Self.sufficientUses) }
  }
}
