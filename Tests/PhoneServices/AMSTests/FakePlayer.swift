import AMS
import Octets
import TestSupport
import Timing

/// A media remote and a phone whose player follows the specification. Requests are recorded, and the test answers them.
struct FakePlayer: ~Copyable {
  var remote = MediaRemote()
  var now = Instant(microseconds: 1_000_000_000)
  /// The values of Entity Attribute, by `entity << 8 | attribute`.
  var values: [Int: [UInt8]] = [:]
  private(set) var selected: Int?

  mutating func find(command: Bool = true, update: Bool = true, attribute: Bool = true) {
    remote.serviceFound(
      hasRemoteCommand: command, hasEntityUpdate: update, hasEntityAttribute: attribute, now: now)
    if update { remote.subscribed(now: now) }
  }

  /// The next request with the value that it writes, as text: `entityUpdate 00 00 01 02`, `read`.
  mutating func request() -> String? {
    var request: MediaRequest?
    let octets = output { request = remote.nextRequest(into: &$0, now: now) }
    switch request {
    case nil: return nil
    case .readEntityAttribute: return "read"
    case .write(let characteristic):
      if characteristic == .entityAttribute { selected = Int(octets[0]) << 8 | Int(octets[1]) }
      return "\(characteristic) \(octets.hex)"
    }
  }

  mutating func answer(_ answer: MediaAnswer = .success) { remote.written(answer, now: now) }

  mutating func refuse(_ code: UInt8) { answer(.refused(MediaError(rawValue: code))) }

  mutating func finishReading() {
    let value = selected.flatMap { values[$0] } ?? []
    remote.receiveEntityAttribute(value.span, now: now)
  }

  /// Answers all requests, and returns them.
  @discardableResult
  mutating func serve() -> [String] {
    var requests: [String] = []
    while let request = request() {
      requests.append(request)
      let isAbsent = request.hasPrefix("entityAttribute") && selected.flatMap { values[$0] } == nil
      if request == "read" { finishReading() } else if isAbsent { refuse(0xA2) } else { answer() }
    }
    return requests
  }

  mutating func setUp(commands: [UInt8] = [0, 1, 2, 3, 4, 5, 6]) {
    find()
    serve()
    remote.receiveRemoteCommands(commands.span)
  }

  mutating func update(_ entity: UInt8, _ attribute: UInt8, _ value: String, isCut: Bool = false) {
    remote.receiveEntityUpdate(([entity, attribute, isCut ? 1 : 0] + Array(value.utf8)).span, now: now)
  }

  mutating func wait(_ interval: Interval) {
    now = now + interval
    remote.handleTimeout(now: now)
  }

  var title: String { String(decoding: remote.media.title.span.list, as: UTF8.self) }
  var artist: String { String(decoding: remote.media.artist.span.list, as: UTF8.self) }
  var album: String { String(decoding: remote.media.album.span.list, as: UTF8.self) }
}
