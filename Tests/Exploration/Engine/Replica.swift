/// A machine that forbids copies, in a value that can be copied.
///
/// The copy is one of the machine's octets. That is a copy of the machine, because no machine owns anything: firmware
/// modules are built without a heap.
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

  /// Reads the machine.
  func look<Result>(_ body: (borrowing Machine) -> Result) -> Result { body(storage.pointer.pointee) }

  /// Changes this copy of the machine, and no other.
  mutating func change<Result>(_ body: (inout Machine) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    return body(&storage.pointer.pointee)
  }
}
