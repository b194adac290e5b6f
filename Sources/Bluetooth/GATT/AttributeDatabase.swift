internal import ATT
internal import Identifiers
internal import Octets

/// The attributes of a server in handle order, the first at handle 1, and the values of its characteristics.
///
/// The product composes it once at start-up with `addService` and `add`. After that, only values change.
/// Phones cache handles per bond: a later version of a product may add attributes only behind the last one.
public struct AttributeDatabase: ~Copyable {
  private let inPlace = InPlace()
  /// The most attributes that a database holds.
  public static var attributeCapacity: Int { Attributes.capacity }
  /// The most octets that all values together take.
  public static var valueCapacity: Int { 256 }
  /// The most octets of one value.
  public static var longestValue: Int { 64 }
  /// The most Client Characteristic Configurations: a bond keeps two bits for each.
  public static var configurationCapacity: Int { 16 }

  private typealias Attributes = FixedArray<40, Attribute>

  private var octetCount = 0
  private(set) var configurationCount = 0

  // Large, and therefore last: short instructions reach the properties before.
  private var attributes = Attributes()
  private var octets: [256 of UInt8] = .init(repeating: 0)

  /// A database without attributes.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init() {}

  /// The attribute at `handle`, or nil.
  subscript(handle: AttributeHandle) -> Attribute? {
    @inline(never)  // Several callers: one copy is smaller.
    get {
      let index = Int(handle.rawValue) - 1
      return index < attributes.count ? attributes[index] : nil
    }
  }

  /// The handles of `range` that name attributes: none, or the range cut to the table.
  func handles(in range: HandleRange) -> ClosedHandles {
    let count = UInt16(truncatingIfNeeded: attributes.count)
    return ClosedHandles(next: range.first, last: min(range.last.rawValue, count))
  }

  /// The last handle of the group that begins at `handle`: a service's last attribute; any other is its own group.
  func groupEnd(of handle: AttributeHandle) -> AttributeHandle {
    guard let group = self[handle], group.isService else { return handle }
    var last = handle
    while let next = last.next, let attribute = self[next], !attribute.isService { last = next }
    return last
  }

  /// The slot of the Client Characteristic Configuration descriptor of the value at `handle`; nil without such a
  /// descriptor.
  func configurationSlot(of handle: AttributeHandle) -> Int? {
    guard let next = handle.next, case .configuration(let slot, _, _) = self[next] else { return nil }
    return slot
  }

  /// The first attribute of this type, or nil.
  func handle(of type: AttributeType) -> AttributeHandle? {
    var handles = handles(in: .all)
    while let handle = handles.popFirst(), let attribute = self[handle] {
      if attribute.type == type.uuid { return handle }
    }
    return nil
  }

  // MARK: Composing

  /// Appends `attribute`.
  ///
  /// - Precondition: there is room. The product's table is known when it is compiled.
  /// - Returns: its handle.
  @discardableResult
  mutating func append(_ attribute: Attribute) -> AttributeHandle {
    attributes.append(attribute)
    guard let handle = AttributeHandle(rawValue: UInt16(truncatingIfNeeded: attributes.count)) else {
      preconditionFailure("a database has at least one attribute and fewer than 65,536")
    }
    return handle
  }

  /// Reserves the room of a value.
  ///
  /// - Precondition: there is room.
  mutating func reserve(_ capacity: Int, for value: Span<UInt8>) -> StoredValue {
    let capacity = max(capacity, value.count)
    precondition(capacity <= Self.longestValue && octetCount + capacity <= Self.valueCapacity)
    let stored = StoredValue(start: octetCount, capacity: capacity, count: value.count)
    var whole = octets.mutableSpan
    whole.copyOctets(from: value, at: octetCount)
    octetCount += capacity
    return stored
  }

  /// The slot of one more Client Characteristic Configuration.
  ///
  /// - Precondition: there are fewer than `configurationCapacity`.
  mutating func takeConfigurationSlot() -> Int {
    precondition(configurationCount < Self.configurationCapacity)
    defer { configurationCount += 1 }
    return configurationCount
  }

  // MARK: Values

  /// The value of the characteristic at `handle` as it is stored; nothing for other attributes.
  @_lifetime(output: copy output)
  func putStoredValue(at handle: AttributeHandle, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard case .value(_, _, _, let stored) = self[handle] else { return }
    try output.put(octets.span.extracting(stored.start..<stored.start + stored.count))
  }

  /// Replaces the value of the characteristic at `handle`.
  ///
  /// - Returns: false, and nothing changes, if there is no such characteristic or its capacity is smaller.
  mutating func store(_ value: Span<UInt8>, at handle: AttributeHandle) -> Bool {
    guard case .value(let type, let read, let write, var stored) = self[handle], value.count <= stored.capacity else {
      return false
    }
    var whole = octets.mutableSpan
    whole.copyOctets(from: value, at: stored.start)
    stored.count = value.count
    attributes[Int(handle.rawValue) - 1] = .value(type, read: read, write: write, stored)
    return true
  }

  /// Whether the value of the characteristic at `handle` is `value`.
  func isStored(_ value: Span<UInt8>, at handle: AttributeHandle) -> Bool {
    guard case .value(_, _, _, let stored) = self[handle] else { return false }
    return octets.span.extracting(stored.start..<stored.start + stored.count).isEqual(to: value)
  }
}

/// Handles still to be looked at, in order.
struct ClosedHandles {
  fileprivate var next: AttributeHandle?
  fileprivate let last: UInt16

  mutating func popFirst() -> AttributeHandle? {
    guard let handle = next, handle.rawValue <= last else { return nil }
    next = handle.next
    return handle
  }
}
