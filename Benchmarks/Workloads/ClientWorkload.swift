internal import Octets

/// The client alone, without the host below it. A script of `Benchmarks/phone.py` supplies the phone's data, in the
/// order of the client's requests.
///
/// A script has three parts, separated by marks: one notification of each application, so that the client knows the
/// applications' names; the session; and the removal of what is still in the list. The client is in the same state
/// after each run.
public struct ClientWorkload: ~Copyable {
  private var client: Client

  /// - Parameter verifies: whether every octet of every text is summed.
  public init(verifies: Bool = false) { client = Client(verifies: verifies) }

  /// Plays the first part of `script`.
  ///
  /// - Returns: the length of that part in octets; nil if `script` is not a script or stops in that part.
  public mutating func prepare(_ script: Span<UInt8>) -> Int? {
    var records = SessionRecords(script)
    var tally = Tally()
    guard play(&records, &tally), tally.failure == nil else { return nil }
    return script.count - records.remainingCount
  }

  /// Plays `session`, the other parts of a script.
  public mutating func run(_ session: Span<UInt8>) -> Tally {
    var records = SessionRecords(session)
    var tally = Tally()
    _ = play(&records, &tally)
    var removal = Tally()
    _ = play(&records, &removal)
    tally.failure = tally.failure ?? removal.failure
    return tally
  }

  /// Takes one record. `request` then holds the client's next request.
  public mutating func take(_ kind: SessionRecords.Kind, _ octets: Span<UInt8>, _ tally: inout Tally) {
    switch kind {
    case .source: _ = client.receiveSource(octets, &tally)
    case .data:
      tally.octetsIn += octets.count
      _ = client.receiveData(octets, &tally)
    case .request:
      if !client.request.isEqual(to: octets) { tally.fail(.unasked) }
      tally.octetsOut += octets.count
      _ = client.receiveWriteResponse(&tally)
    case .message, .mark: break
    }
  }

  /// The command that waits for the phone's Write Response; empty if no command waits.
  public var request: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { client.request }
  }

  /// Plays records up to the next mark.
  ///
  /// - Returns: whether there is a mark.
  @_lifetime(records: copy records)
  private mutating func play(_ records: inout SessionRecords, _ tally: inout Tally) -> Bool {
    while tally.failure == nil, let kind = records.next() {
      if kind == .mark {
        client.finish(&tally)
        return true
      }
      take(kind, records.octets, &tally)
    }
    client.finish(&tally)
    return false
  }
}
