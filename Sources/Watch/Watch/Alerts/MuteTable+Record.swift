public import Octets
internal import Timing

// The stored record of the applications that are muted until they are unmuted:
//
//     | "BMUT": 4 | version: 1 = 1 | count: 1 | (length: 1 | bundleIdentifier: length) … | FNV-1a of all before: 4 |
extension MuteTable {
  /// The longest record.
  public static var recordCapacity: Int { 6 + capacity * (1 + identifierCapacity) + 4 }

  private static var magic: UInt32 { 0x5455_4D42 }
  private static var version: UInt8 { 1 }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    let first = output.count
    try output.put(Self.magic)
    try output.put(Self.version)
    try output.put(lastingCount)
    var place = 0
    while let application = nextLasting(&place) {
      try output.put(UInt8(truncatingIfNeeded: application.count))
      try output.put(application.span)
    }
    let checksum = output.span.extracting(droppingFirst: first).fnv1a
    try output.put(checksum)
  }

  private var lastingCount: UInt8 {
    var count: UInt8 = 0
    var place = 0
    while nextLasting(&place) != nil { count += 1 }
    return count
  }

  /// - Throws: unless `record` is whole and as `encode` writes it.
  public init(decoding record: Span<UInt8>) throws(DecodeError) {
    self.init()
    guard record.count >= 10 else { throw .truncated }
    var rest = record.extracting(first: record.count - 4)
    var tail = record.extracting(droppingFirst: record.count - 4)
    guard try tail.takeUInt32() == rest.fnv1a, try rest.takeUInt32() == Self.magic,
      try rest.takeUInt8() == Self.version
    else { throw .invalidValue }
    for _ in 0..<(try rest.takeUInt8()) {
      let length = Int(try rest.takeUInt8())
      guard rest.count >= length else { throw .truncated }
      guard mute(rest.extracting(first: length), until: nil, now: .start) else { throw .invalidValue }
      rest = rest.extracting(droppingFirst: length)
    }
    guard rest.isEmpty else { throw .invalidValue }
    _ = takeHasChanged()
  }
}
