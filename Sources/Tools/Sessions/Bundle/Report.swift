import Foundation

extension Session {
  /// Makes a session from the watch's recordings.
  ///
  /// - Parameters:
  ///   - capture: the file of `--capture`.
  ///   - events: the file of `--events`; if it holds several runs, the run of the capture is used.
  ///   - configuration: the configuration file; nil: the defaults.
  public init(
    capture: [UInt8], events: String, configuration: String?,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(SessionDefect) {
    var log = try SnoopFile.packets(in: capture)
    let settings =
      try configuration.map { (file) throws(SessionDefect) in try SettingScrubber.settings(in: file) } ?? []
    let run = try EventRun(events, firstPacket: log.packets[0].time)
    log.moveTimes(by: -run.startTime(in: log))
    guard max(log.packets.last!.time, run.events.map(\.time).max() ?? 0) <= Self.longest else {
      throw SessionDefect("the session is longer than 30 days: is the event log of another watch than the capture?")
    }
    let name = settings.last { $0.name == "name" }?.value ?? "Belfry"
    var scrubber = Scrubber(log, name: name, random: random)
    scrubber.run()
    self.init()
    phones = scrubber.phones()
    self.log = scrubber.output
    isCutShort = log.isCutShort
    var pseudonyms = scrubber.pseudonyms
    version = run.version
    bondCount = run.bondCount
    self.settings = SettingScrubber.scrub(settings, name: scrubber.replacedName(), &pseudonyms)
    self.events = run.events.map { event in
      Event(time: event.time, fields: EventScrubber.scrub(event.fields, &pseudonyms))
    }
  }
}

/// The events of one run of the watch: of the last run in the log that started at most two seconds after the first
/// packet of the capture.
///
/// A run that follows may have started at an earlier time, because a board without a clock of its own forgets the time
/// when its power fails. Then the last line of the run before may be cut short, too. A full disk cuts a line within a
/// run, and the line that counts the dropped lines follows it.
private struct EventRun {
  private(set) var events: [Session.Event] = []
  /// Microseconds since 1970; nil if the watch does not report it.
  private var start: Int?
  private(set) var version = "unknown"
  private(set) var bondCount: Int?
  /// The number of the first line of the run that cannot be read as an event.
  private var defect: Int?
  /// Whether a line of the run follows the defect.
  private var isDefectWithin = false

  private static let largestFile = 32 << 20

  init(_ text: String, firstPacket: Int) throws(SessionDefect) {
    guard text.utf8.count <= Self.largestFile else { throw SessionDefect("the event log is larger than 32 MiB") }
    var number = 0
    var isSkipped = false
    for line in text.split(whereSeparator: \.isNewline) {
      number += 1
      let event = Self.event(line)
      if let event, event.type == "start" {
        isSkipped = isLater(event, than: firstPacket)
        if !isSkipped { begin(event.fields) }
      }
      if !isSkipped { take(event, line: number) }
    }
    // The power may fail while the watch writes the last line of a run.
    if let defect, isDefectWithin || events.isEmpty {
      throw SessionDefect("line \(defect) of the event log is no event")
    }
  }

  private static func event(_ line: Substring) -> Session.Event? {
    guard let fields = JSONValue.object(line: line), let time = fields["t"]?.number, (0...1e9).contains(time),
      fields["type"]?.text != nil
    else { return nil }
    return Session.Event(time: Int(time * 1_000_000), fields: fields)
  }

  /// Whether a run began after the capture. The first run that reports its start is taken in any case.
  private func isLater(_ event: Session.Event, than firstPacket: Int) -> Bool {
    guard start != nil, let time = event.fields["unixTime"]?.number else { return false }
    return time * 1e6 > Double(firstPacket) + 2e6
  }

  private mutating func begin(_ fields: [String: JSONValue]) {
    events = []
    defect = nil
    isDefectWithin = false
    if let time = fields["unixTime"]?.number, abs(time) < 1e12 { start = Int(time * 1_000_000) }
    version = fields["version"]?.text.flatMap { EventScrubber.isWord($0) ? $0 : nil } ?? version
    bondCount = fields["bonds"]?.integer
  }

  private mutating func take(_ event: Session.Event?, line number: Int) {
    if let defect {
      if defect == number - 1, event?.type == "dropped", !isDefectWithin {
        self.defect = nil
      } else {
        isDefectWithin = true
      }
    }
    if let event {
      events.append(event)
    } else if defect == nil {
      defect = number
    }
  }

  /// The start of the run by the clock of the capture: without a `start` event, the time of the first packet.
  func startTime(in log: PacketLog) -> Int { start ?? log.packets[0].time }
}
