/// What a workload has done: how much of it there was, and a sum that shows that it was done right.
public struct Tally: Equatable, Sendable {
  /// Notifications, pictures or glyphs.
  public var items = 0
  /// Octets taken in.
  public var octetsIn = 0
  /// Octets given out, to the controller or to the display.
  public var octetsOut = 0
  /// FNV-1a, 32 bits, over what came out, where the workload was told to verify; else something cheap.
  public var checksum: UInt32 = 0x811C_9DC5

  public init() {}

  /// Adds what another turn has done.
  public mutating func add(_ other: Tally) {
    items += other.items
    octetsIn += other.octetsIn
    octetsOut += other.octetsOut
    checksum = checksum &* 31 &+ other.checksum
  }

  mutating func sum(_ octet: UInt8) { checksum = (checksum ^ UInt32(octet)) &* 0x0100_0193 }

  mutating func sum(_ octets: Span<UInt8>) {
    for index in octets.indices { sum(octets[index]) }
  }

  mutating func sum(_ number: UInt32) {
    for index in 0..<4 { sum(UInt8(truncatingIfNeeded: number >> UInt32(index * 8))) }
  }

  /// What the optimiser cannot do without.
  mutating func note(_ number: Int) { checksum = checksum &* 31 &+ UInt32(truncatingIfNeeded: number) }

  /// Sums one text of one notification.
  mutating func sum(_ text: Span<UInt8>, attribute: UInt8) {
    sum(attribute)
    sum(UInt32(truncatingIfNeeded: text.count))
    sum(text)
  }
}
