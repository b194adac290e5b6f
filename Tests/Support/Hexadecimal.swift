/// The octets of a hexadecimal `text`; blanks and line ends between octets are ignored.
public func octets(hex text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  precondition(digits.count.isMultiple(of: 2))
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The same, as an inline array of exactly `count` octets.
public func inlineOctets<let count: Int>(hex text: String) -> [count of UInt8] {
  let list = octets(hex: text)
  precondition(list.count == count)
  return [count of UInt8] { list[$0] }
}

extension InlineArray where Element == UInt8 {
  /// The octets as an array that a test can compare and print.
  public var list: [UInt8] { indices.map { self[$0] } }
}

extension Span<UInt8> {
  /// The octets as an array that a test can compare and print.
  public var list: [UInt8] { indices.map { self[$0] } }
}
