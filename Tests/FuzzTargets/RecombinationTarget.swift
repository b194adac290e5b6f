import L2CAP
import TestSupport
import Timing

/// Recombination, compared with a model that keeps every octet. Both must return the same frames and the same counts of
/// delivered, dropped and held frames.
///
/// Input: choices; see `RecombinationRun.step`.
public enum RecombinationTarget: FuzzTarget {
  public static var sources: [String] { ["L2CAP/Recombin"] }

  public static func run(_ input: FuzzInput) {
    let run = RecombinationRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class RecombinationRun {
  private var recombiner = Recombiner<521>()
  private var model = ReferenceRecombiner()
  private let input: FuzzInput
  private var now = Instant.start

  init(_ input: FuzzInput) { self.input = input }

  func step() {
    switch input.number(below: 8) {
    case 0: append(input.block(below: 64), isFirst: false)
    case 1: append(input.block(below: 64), isFirst: true)
    case 2: append(beginning(), isFirst: true)
    case 3: append(.init(repeating: input.octet(), count: model.missing), isFirst: false)
    case 4: append(.init(repeating: 0x5A, count: input.number(below: 1_100)), isFirst: false)
    case 5: takeFrame()
    case 6: wait()
    default: sendWholeFrame()
    }
  }

  /// Checks that a correctly sent frame arrives, whatever happened before.
  func finish() {
    takeFrame()
    sendWholeFrame()
    require(model.frame != nil || model.isMisbehaving, "an honest frame arrives")
  }

  /// The first fragment of a frame of any length.
  private func beginning() -> [UInt8] {
    let length = input.flag() ? input.number() : UInt16(input.number(below: 530))
    return wire(length) + wire(UInt16(input.octet())) + input.block(below: 40)
  }

  private func sendWholeFrame() {
    let payload = [UInt8](repeating: input.octet(), count: input.number(below: 518))
    var rest = wire(UInt16(payload.count)) + wire(4) + payload
    var isFirst = true
    while !rest.isEmpty {
      let count = 1 + input.number(below: 251)
      append(Array(rest.prefix(count)), isFirst: isFirst)
      rest = Array(rest.dropFirst(count))
      isFirst = false
    }
  }

  private func append(_ fragment: [UInt8], isFirst: Bool) {
    let outcome = recombiner.append(fragment.span, isFirst: isFirst, now: now)
    let expected = model.append(fragment, isFirst: isFirst, now: now)
    require(outcome == expected, "\(expected), not \(outcome)")
    compare()
  }

  private func takeFrame() {
    recombiner.removeFrame()
    model.removeFrame()
    compare()
  }

  private func wait() {
    now = now + input.interval()
    let isOverdue = recombiner.handleTimeout(now: now)
    require(isOverdue == model.handleTimeout(now: now), "a frame times out after 30 s")
    compare()
  }

  private static func payload(of recombiner: borrowing Recombiner<521>) -> [UInt8] { recombiner.payload.list }

  private func compare() {
    require(recombiner.channelID?.rawValue == model.frame?.channel, "the channel is the one that was sent")
    require(Self.payload(of: recombiner) == model.frame?.payload ?? [], "the payload is the one that was sent")
    for reason in ReferenceRecombiner.Reason.allCases {
      require(recombiner.counters.count(reason) == model.counts[reason] ?? 0, "each \(reason) is counted")
    }
    require(recombiner.deadline == model.deadline, "an incomplete frame has a deadline")
  }
}

/// Keeps all octets of a frame, and decodes them again with each fragment.
private struct ReferenceRecombiner {
  /// All octets since the frame's first fragment; nil if no frame has begun.
  private var held: [UInt8]?
  private var isOversized = false
  private(set) var frame: (channel: UInt16, payload: [UInt8])?
  /// The number of dropped frames by reason.
  private(set) var counts = [Reason: UInt32]()
  private(set) var deadline: Instant?

  enum Reason: CaseIterable { case restarted, orphaned, oversized, overrun, unread }

  /// The number of octets that are missing from the frame.
  var missing: Int {
    guard let held, let total = Self.total(of: held) else { return 0 }
    return total - held.count
  }

  var isMisbehaving: Bool { counts.filter { $0.key != .unread }.values.reduce(0, +) >= 100 }

  private static func total(of held: [UInt8]) -> Int? {
    held.count < 4 ? nil : 4 + Int(held[0]) + 256 * Int(held[1])
  }

  mutating func removeFrame() { frame = nil }

  mutating func handleTimeout(now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    end()
    return true
  }

  mutating func append(_ fragment: [UInt8], isFirst: Bool, now: Instant) -> Recombiner<521>.Outcome {
    if fragment.isEmpty { return .incomplete }
    if isFirst { begin(now: now) }
    guard var held else { return drop(.orphaned) }
    held += fragment
    self.held = held
    guard let total = Self.total(of: held) else { return .incomplete }
    if total > 521, !isOversized {
      isOversized = true
      count(.oversized)
    }
    if held.count > total { return drop(.overrun) }
    if held.count < total { return .incomplete }
    if isOversized { return drop(nil) }
    frame = (UInt16(held[2]) | UInt16(held[3]) << 8, Array(held[4...]))
    end()
    return .frameComplete
  }

  private mutating func begin(now: Instant) {
    if held != nil { count(.restarted) }
    if frame != nil { count(.unread) }
    frame = nil
    end()
    held = []
    deadline = now + .seconds(30)
  }

  private mutating func end() {
    held = nil
    isOversized = false
    deadline = nil
  }

  private mutating func count(_ reason: Reason) { counts[reason, default: 0] += 1 }

  private mutating func drop(_ reason: Reason?) -> Recombiner<521>.Outcome {
    if let reason { count(reason) }
    end()
    return isMisbehaving ? .misbehaving : .dropped
  }
}

extension RecombinationCounters {
  fileprivate func count(_ reason: ReferenceRecombiner.Reason) -> UInt32 {
    switch reason {
    case .restarted: restarted
    case .orphaned: orphaned
    case .oversized: oversized
    case .overrun: overrun
    case .unread: unread
    }
  }
}
