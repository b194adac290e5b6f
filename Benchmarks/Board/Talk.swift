internal import CLinux
internal import Octets
internal import Workloads

/// A conversation of the client with `phone.py`, a phone on standard input and output, which records it.
///
/// Each record on standard input is data that the phone sends; a record of kind `request` is the Write Response. For
/// each, a record on standard output holds the client's next request: a `request`, or a `mark` if the client has no
/// request.
enum Talk {
  static var name: StaticString { "talk" }
  private static let input: Int32 = 0

  static func run() -> Never {
    var client = ClientWorkload()
    var tally = Tally()
    var octets = OctetBlock<65_536>()
    while let header = readHeader() {
      guard let kind = SessionRecords.Kind(rawValue: header.kind), read(into: &octets, header.count) else {
        Failure.end("the phone sends something that is not a record")
      }
      client.take(kind, octets[0..<header.count], &tally)
      if let failure = tally.failure { Failure.end(failure.message, at: tally.added) }
      write(client.request)
    }
    belfry_exit(0)
  }

  private static func readHeader() -> (kind: UInt8, count: Int)? {
    var header = OctetBlock<3>()
    guard read(into: &header, 3) else { return nil }
    let octets = header[0..<3]
    return (octets[0], Int(octets[1]) | Int(octets[2]) << 8)
  }

  /// - Returns: whether `count` octets were available.
  private static func read<let capacity: Int>(into block: inout OctetBlock<capacity>, _ count: Int) -> Bool {
    var filled = 0
    while filled < count {
      var room = block.mutableSpan(filled..<count)
      let added = unsafe room.withUnsafeMutableBufferPointer { unsafe belfry_read(input, $0.baseAddress, $0.count) }
      guard added != 0 else { return false }
      if added > 0 { filled += Int(added) } else { wait() }
    }
    return true
  }

  /// Waits until the phone has sent data or has closed its end.
  private static func wait() {
    let waiter = belfry_waiter_open()
    guard waiter >= 0, belfry_waiter_set(waiter, input, 0, UInt32(BELFRY_READABLE)) == 0 else {
      Failure.end("cannot wait for standard input")
    }
    var ready = belfry_ready()
    _ = unsafe belfry_wait(waiter, &ready, 1, true)
    belfry_close(waiter)
  }

  private static func write(_ request: Span<UInt8>) {
    var record = OctetBuffer<255>()
    do throws(EncodeError) {
      let kind = request.isEmpty ? SessionRecords.Kind.mark : .request
      try record.put(kind.rawValue)
      try record.put(UInt8(truncatingIfNeeded: request.count))
      try record.put(0 as UInt8)
      try record.put(request)
    } catch {
      Failure.end("the client asks for too much at once")
    }
    _ = unsafe record.span.withUnsafeBufferPointer { unsafe belfry_write(Line.output, $0.baseAddress, $0.count) }
  }
}
