import Octets
@_spi(Reflection) import Swift
import Timing

/// Adds values to a `Digest` property by property, private ones too, using the compiler's reflection data.
///
/// No property of a machine can be forgotten, and a new one counts immediately. Properties to leave out are named as
/// `Type.property`. The property `inPlace` has no state, so it is left out of every type.
/// The machines own no memory, so all of their state is in their properties.
final class Reader {
  typealias Part = (UnsafeRawPointer, inout Digest) -> Void

  private let omitted: Set<String>
  private var parts: [ObjectIdentifier: Part] = [:]

  init(omitting omitted: Set<String> = []) { self.omitted = omitted }

  func read<Value>(_ value: Value, into digest: inout Digest) {
    let part = part(for: Value.self)
    withUnsafePointer(to: value) { part(UnsafeRawPointer($0), &digest) }
  }

  /// Reads a value that cannot be copied. Its own non-copyable properties must be omitted here.
  func read<Value: ~Copyable>(_ value: borrowing Value, into digest: inout Digest) {
    // `Any.Type` cannot name such a type, but its metadata has the same layout.
    let type = unsafeBitCast(Value.self as any (~Copyable).Type, to: Any.Type.self)
    let part = parts[ObjectIdentifier(type)] ?? remember(type, aggregate(type))
    withUnsafePointer(to: value) { part(UnsafeRawPointer($0), &digest) }
  }

  fileprivate func part(for type: Any.Type) -> Part {
    parts[ObjectIdentifier(type)] ?? remember(type, makePart(type))
  }

  private func remember(_ type: Any.Type, _ part: @escaping Part) -> Part {
    parts[ObjectIdentifier(type)] = part
    return part
  }

  private func makePart(_ type: Any.Type) -> Part {
    if let type = type as? any Shaped.Type { return type.part(self) }
    switch kind(of: type) {
    case .struct, .tuple: return aggregate(type)
    case .enum: return enumeration(type)
    default: preconditionFailure("\(type) cannot be read")
    }
  }

  /// Returns the kind of a property's type, from the runtime's metadata.
  private func kind(of type: Any.Type) -> _MetadataKind {
    func kind<Value>(_: Value.Type) -> _MetadataKind {
      var result = _MetadataKind.opaque
      _ = _forEachField(of: Holder<Value>.self) { _, _, _, kind in
        result = kind
        return true
      }
      return result
    }
    return _openExistential(type, do: kind)
  }

  private struct Holder<Value> { var value: Value }

  private func aggregate(_ type: Any.Type) -> Part {
    var members: [(offset: Int, part: Part)] = []
    _ = _forEachField(of: type) { label, offset, memberType, _ in
      let label = String(cString: label)
      let name = "\(type).\(label)"
      if label == "inPlace" || self.omitted.contains(name) { return true }
      precondition(memberType != Void.self, "\(name) cannot be copied: omit it and read it by hand")
      members.append((offset, self.part(for: memberType)))
      return true
    }
    return { pointer, digest in for member in members { member.part(pointer + member.offset, &digest) } }
  }

  private func enumeration(_ type: Any.Type) -> Part {
    func part<Value>(_: Value.Type) -> Part {
      { pointer, digest in
        let value = pointer.load(as: Value.self)
        guard let payload = Mirror(reflecting: value).children.first else {
          return digest.add(UnsafeRawBufferPointer(start: pointer, count: MemoryLayout<Value>.size))
        }
        digest.add(payload.label ?? "")
        self.read(any: payload.value, into: &digest)
      }
    }
    return _openExistential(type, do: part)
  }

  private func read(any value: Any, into digest: inout Digest) {
    func read<Value>(_ value: Value) { self.read(value, into: &digest) }
    _openExistential(value, do: read)
  }
}

/// A type that lists its own parts.
private protocol Shaped {
  static func part(_ reader: Reader) -> Reader.Part
}

extension Shaped where Self: FixedWidthInteger {
  static func part(_ reader: Reader) -> Reader.Part {
    { pointer, digest in digest.add(UInt64(truncatingIfNeeded: pointer.load(as: Self.self))) }
  }
}

extension UInt8: Shaped {}
extension UInt16: Shaped {}
extension UInt32: Shaped {}
extension UInt64: Shaped {}
extension Int8: Shaped {}
extension Int: Shaped {}

extension Bool: Shaped {
  static func part(_ reader: Reader) -> Reader.Part { { pointer, digest in digest.add(pointer.load(as: Bool.self)) } }
}

extension Instant: Shaped {
  static func part(_ reader: Reader) -> Reader.Part {
    { pointer, digest in digest.add(pointer.load(as: Instant.self)) }
  }
}

/// Counts like an optional instant, not as the number that it stores.
extension Deadline: Shaped {
  static func part(_ reader: Reader) -> Reader.Part {
    { pointer, digest in reader.read(pointer.load(as: Deadline.self).instant, into: &digest) }
  }
}

extension Optional: Shaped {
  static func part(_ reader: Reader) -> Reader.Part {
    let inner = reader.part(for: Wrapped.self)
    return { pointer, digest in
      guard let value = pointer.load(as: Wrapped?.self) else { return digest.add(false) }
      digest.add(true)
      withUnsafePointer(to: value) { inner(UnsafeRawPointer($0), &digest) }
    }
  }
}

extension InlineArray: Shaped where Element: Copyable {
  static func part(_ reader: Reader) -> Reader.Part {
    if Element.self == UInt8.self {
      return { pointer, digest in digest.add(UnsafeRawBufferPointer(start: pointer, count: count)) }
    }
    let inner = reader.part(for: Element.self)
    return { pointer, digest in
      for index in 0..<count { inner(pointer + index * MemoryLayout<Element>.stride, &digest) }
    }
  }
}

/// The position of a queue's first element in its storage does not count.
extension FixedQueue: Shaped {
  static func part(_ reader: Reader) -> Reader.Part {
    { pointer, digest in
      var queue = pointer.load(as: Self.self)
      digest.add(queue.count)
      while let element = queue.popFirst() { reader.read(element, into: &digest) }
    }
  }
}
