/// Names one attribute of a server: 0x0001...0xFFFF.
///
/// Core Spec 5.4, Vol 3, Part F, 3.2.2.
public struct AttributeHandle: Equatable, Comparable, Sendable {
  public let rawValue: UInt16

  /// Creates a handle.
  ///
  /// - Returns: nil for 0, which names nothing.
  public init?(rawValue: UInt16) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: UInt16) { self.rawValue = rawValue }

  /// The smallest handle: 0x0001.
  public static let first = AttributeHandle(unchecked: 0x0001)
  /// The largest handle: 0xFFFF.
  public static let last = AttributeHandle(unchecked: 0xFFFF)

  public static func < (one: AttributeHandle, other: AttributeHandle) -> Bool { one.rawValue < other.rawValue }

  /// The handle after this one, or nil.
  public var next: AttributeHandle? { self == .last ? nil : AttributeHandle(unchecked: rawValue + 1) }

  /// The handle before this one, or nil.
  public var previous: AttributeHandle? { AttributeHandle(rawValue: rawValue - 1) }
}

/// Handles from one to another, both included. Never empty.
public struct HandleRange: Equatable, Sendable {
  /// The first handle of the range.
  public let first: AttributeHandle
  /// The last handle, which belongs to the range.
  public let last: AttributeHandle

  /// Creates a range.
  ///
  /// - Returns: nil if `last` comes before `first`.
  public init?(_ first: AttributeHandle, _ last: AttributeHandle) {
    guard first <= last else { return nil }
    self.first = first
    self.last = last
  }

  /// Creates a range of raw handles.
  ///
  /// - Returns: nil if one is 0, or `last` comes before `first`.
  public init?(rawFirst: UInt16, rawLast: UInt16) {
    guard let first = AttributeHandle(rawValue: rawFirst), let last = AttributeHandle(rawValue: rawLast) else {
      return nil
    }
    self.init(first, last)
  }

  private init(unchecked first: AttributeHandle, _ last: AttributeHandle) {
    self.first = first
    self.last = last
  }

  /// Every handle there is.
  public static let all = HandleRange(unchecked: .first, .last)

  /// Whether the handle lies in the range.
  public func contains(_ handle: AttributeHandle) -> Bool { first <= handle && handle <= last }

  /// Whether all of `other` lies inside.
  public func contains(_ other: HandleRange) -> Bool { first <= other.first && other.last <= last }

  /// Returns the part of the range that follows `handle`; nil if that part is empty.
  public func after(_ handle: AttributeHandle) -> HandleRange? {
    guard let next = handle.next else { return nil }
    return HandleRange(max(first, next), last)
  }
}
