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
    let name = settings.last { $0.name == "name" }?.value ?? "Belfry"
    var scrubber = Scrubber(log, name: name, random: random)
    scrubber.run()
    self.init()
    phones = scrubber.phones()
    self.log = scrubber.output
    var pseudonyms = scrubber.pseudonyms
    version = run.version
    bondCount = run.bondCount
    self.settings = SettingScrubber.scrub(settings, name: scrubber.replacedName(), &pseudonyms)
    self.events = run.events.map { event in
      Event(time: event.time, fields: EventScrubber.scrub(event.fields, &pseudonyms))
    }
  }
}

/// The events of one run of the watch.
private struct EventRun {
  private(set) var events: [Session.Event] = []
  /// Microseconds since 1970; nil if the watch does not report it.
  private var start: Int?
  private(set) var version = "unknown"
  private(set) var bondCount: Int?

  private static let largestFile = 32 << 20

  init(_ text: String, firstPacket: Int) throws(SessionDefect) {
    guard text.utf8.count <= Self.largestFile else { throw SessionDefect("the event log is larger than 32 MiB") }
    var number = 0
    for line in text.split(whereSeparator: \.isNewline) {
      number += 1
      guard let fields = JSONValue.object(line: line), let time = fields["t"]?.number, (0...1e9).contains(time),
        fields["type"]?.text != nil
      else { throw SessionDefect("line \(number) of the event log is no event") }
      if fields["type"]?.text == "start" {
        // This run and the following ones began after the capture.
        if let next = fields["unixTime"]?.number, next * 1e6 > Double(firstPacket) + 2e6, start != nil { break }
        begin(fields)
      }
      events.append(Session.Event(time: Int(time * 1_000_000), fields: fields))
    }
  }

  private mutating func begin(_ fields: [String: JSONValue]) {
    events = []
    if let time = fields["unixTime"]?.number, abs(time) < 1e12 { start = Int(time * 1_000_000) }
    version = fields["version"]?.text.flatMap { EventScrubber.isWord($0) ? $0 : nil } ?? version
    bondCount = fields["bonds"]?.integer
  }

  /// The start of the run by the clock of the capture: without a `start` event, the time of the first packet.
  func startTime(in log: PacketLog) -> Int { start ?? log.packets[0].time }
}
