import AMS
import Octets
import TestSupport
import Timing

/// The media remote, with a phone that may send anything at any time. Texts are UTF-8 and bounded; at most one write
/// and one read are pending; only offered commands are sent; each command ends once; every wait has a deadline.
/// Afterwards an honest phone is served.
///
/// Input: choices; see `MediaRun.step`.
public enum AMSTarget: FuzzTarget {
  public static var sources: [String] { ["AMS"] }

  public static var seeds: [[UInt8]] {
    ["1,1.0,151.634", "1,1,0,151,634", "0,0,12,5", "3,-2,0,1e99,nan"].map { text in
      [0, 0, 0, 0, 0, 1, 3] + Array(repeating: [4, 5], count: 4).joined() + [2, 0, 1, 0, UInt8(text.utf8.count)]
        + Array(text.utf8)
    }
  }

  public static func run(_ input: FuzzInput) {
    let run = MediaRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class MediaRun {
  private var remote = MediaRemote()
  private let input: FuzzInput
  private var now = Instant.start
  private var isReading = false
  private var isWriting = false
  private var offered: Set<UInt8> = []
  /// The number of commands that were accepted and have not ended.
  private var open = 0

  init(_ input: FuzzInput) {
    self.input = input
    find()
  }

  func step() {
    switch input.number(below: 12) {
    case 0: if input.rarely(4) { find() }
    case 1: if input.rarely(8) { remote.ended(now: now) }
    case 2:
      update([UInt8(input.number(below: 4)), UInt8(input.number(below: 5)), input.octet()] + input.block(below: 40))
    case 3: update(input.block(below: 20))
    case 4, 5: serve(.success)
    case 6: serve(input.choice([.refused(MediaError(rawValue: input.octet())), .failed]))
    case 7: ask()
    case 8: offer(input.block(below: 20))
    case 9, 10: send()
    default: wait(input.interval())
    }
    check()
  }

  func finish() {
    remote.ended(now: now)
    check()
    require(open == 0, "every command ends")
    find()
    for _ in 0..<4 { serve(.success) }
    require(remote.state == .ready, "an honest phone is set up")
    update([2, 2, 0] + Array("Title".utf8))
    require(remote.media.title.span.list == Array("Title".utf8), "and heard")
    check()
  }

  private func find() {
    forget()
    remote.serviceFound(hasRemoteCommand: true, hasEntityUpdate: true, hasEntityAttribute: true, now: now)
    remote.subscribed(now: now)
  }

  private func forget() {
    (isReading, isWriting, offered) = (false, false, [])
  }

  private func update(_ value: [UInt8]) { remote.receiveEntityUpdate(value.span, now: now) }

  private func offer(_ commands: [UInt8]) {
    if remote.state != .absent { offered = Set(commands) }
    remote.receiveRemoteCommands(commands.span)
  }

  private func send() {
    let command = RemoteCommandID(rawValue: UInt8(input.number(below: 14))) ?? .play
    guard remote.send(command, now: now) == nil else { return }
    require(offered.contains(command.rawValue), "only offered commands are sent")
    open += 1
  }

  private func ask() {
    var next: MediaRequest?
    let octets = output(capacity: 20) { next = remote.nextRequest(into: &$0, now: now) }
    require(octets.count <= 6, "written values are at most 6 octets")
    switch next {
    case nil: require(octets.isEmpty, "nothing is written without a request")
    case .readEntityAttribute:
      require(!isReading && octets.isEmpty, "one read is pending at most")
      isReading = true
    case .write:
      require(!isWriting && !octets.isEmpty, "one write is pending at most")
      isWriting = true
    }
  }

  private func serve(_ answer: MediaAnswer) {
    ask()
    if isWriting {
      isWriting = false
      remote.written(answer, now: now)
    }
    ask()
    guard isReading else { return }
    isReading = false
    if answer == .success {
      remote.receiveEntityAttribute(input.block(below: 600).span, now: now)
    } else {
      remote.readFailed()
    }
  }

  private func wait(_ interval: Interval) {
    now = now + interval
    for _ in 0..<4 { remote.handleTimeout(now: now) }
    require(remote.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
  }

  private func check() {
    while remote.nextOutcome() != nil { open -= 1 }
    require(open >= 0 && open <= 5, "each command ends once, and at most five are pending")
    for text in [remote.media.player.span.list, remote.media.title.span.list, remote.media.artist.span.list] {
      require(
        text.count <= 192 && String(validating: text, as: UTF8.self) != nil, "texts are at most 192 octets of UTF-8")
    }
    let elapsed = remote.media.elapsed(at: now)
    if let elapsed, let end = remote.media.duration { require(elapsed <= end, "no track runs past its end") }
    require((remote.media.volume ?? 0) <= 100, "the volume is at most 100 per cent")
    if let next = remote.media.nextSecond(after: now) { require(next > now, "a second takes time") }
    if remote.state == .absent { forget() }
  }
}
