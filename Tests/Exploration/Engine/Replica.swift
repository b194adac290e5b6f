/// A value that can be copied and holds a machine that forbids copies.
///
/// The copy is made octet by octet. That is a true copy, because machines own no memory: firmware modules are built
/// without a heap.
struct Replica<Machine: ~Copyable> {
  private final class Storage {
    let pointer: UnsafeMutablePointer<Machine>

    init() { pointer = .allocate(capacity: 1) }
    deinit { pointer.deallocate() }

    func copy() -> Storage {
      let copy = Storage()
      UnsafeMutableRawPointer(copy.pointer).copyMemory(
        from: UnsafeRawPointer(pointer), byteCount: MemoryLayout<Machine>.size)
      return copy
    }
  }

  private var storage = Storage()

  init(_ machine: consuming Machine) { storage.pointer.initialize(to: machine) }

  /// Gives `body` read access to the machine.
  func look<Result>(_ body: (borrowing Machine) -> Result) -> Result { body(storage.pointer.pointee) }

  /// Changes only this copy of the machine.
  mutating func change<Result>(_ body: (inout Machine) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    return body(&storage.pointer.pointee)
  }
}
