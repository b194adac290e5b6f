public import Octets

/// The data of an advertisement or of a scan response: up to 31 octets of AD structures.
///
///     | (length: 1 | type: 1 | body: length-1) ... |
///
/// Core Spec 5.4, Vol 3, Part C, 11.
public struct AdvertisingData: Equatable, Sendable {
  /// The most octets that a legacy advertisement carries.
  public static var capacity: Int { 31 }

  private var octets: [31 of UInt8] = .init(repeating: 0)
  /// How many octets are in use: 0...31.
  public private(set) var count = 0

  /// Creates empty data.
  public init() {}

  /// How many octets still fit.
  public var freeCapacity: Int { Self.capacity - count }

  /// The octets in use.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { octets.span.extracting(first: count) }
  }

  /// Appends one AD structure.
  ///
  /// - Throws: `insufficientCapacity` if the body and its two octets of header do not fit; nothing is appended then.
  public mutating func put(type: UInt8, _ body: Span<UInt8>) throws(EncodeError) {
    guard body.count <= freeCapacity - 2 else { throw .insufficientCapacity }
    octets[count] = UInt8(truncatingIfNeeded: 1 + body.count)
    octets[count + 1] = type
    for index in body.indices { octets[count + 2 + index] = body[index] }
    count += 2 + body.count
  }

  /// Appends `octets` to the body of the AD structure of this type. If the data has no such structure, appends one.
  ///
  /// - Throws: `insufficientCapacity` if the octets do not fit; nothing is appended then.
  public mutating func extend(type: UInt8, by octets: Span<UInt8>) throws(EncodeError) {
    guard let start = start(ofType: type) else { return try put(type: type, octets) }
    guard octets.count <= freeCapacity else { throw .insufficientCapacity }
    let end = start + 1 + Int(self.octets[start])
    for index in (end..<count).reversed() { self.octets[index + octets.count] = self.octets[index] }
    for index in octets.indices { self.octets[end + index] = octets[index] }
    self.octets[start] += UInt8(truncatingIfNeeded: octets.count)
    count += octets.count
  }

  /// The offset of the first AD structure of this type, or nil.
  private func start(ofType type: UInt8) -> Int? {
    var start = 0
    while start < count {
      if octets[start + 1] == type { return start }
      start += 1 + Int(octets[start])
    }
    return nil
  }

  public static func == (one: AdvertisingData, other: AdvertisingData) -> Bool {
    one.span.isEqual(to: other.span)
  }

  /// Appends ` | length: 1 | data: 31 | `, the data filled up with zeros.
  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(UInt8(truncatingIfNeeded: count))
    try output.put(octets)
  }
}
