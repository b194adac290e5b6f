import LinuxSupport
import TestSupport

@testable import LinuxPlatform

/// A file system that can lose power. It knows its contents, and which of them are certainly on the disk.
final class FakeFileDirectory {
  struct File {
    /// The contents that a program reads.
    var octets: [UInt8] = []
    /// The contents that survive a power loss, if the file was flushed after its last change.
    var flushed: [UInt8]?
  }

  private(set) var files: [Int: File] = [:]
  /// The names that a program sees.
  private(set) var names: [String: Int] = [:]
  /// The names after each change since the last flush, oldest first. The first is certainly on the disk.
  private(set) var possibleNames: [[String: Int]] = [[:]]
  private var openFile: Int?
  private var nextFile = 0

  /// The number of octets that one write accepts.
  var writeSize = Int.max
  /// The number of further operations that succeed; later ones do not happen.
  var operationsLeft = Int.max
  /// The number of operations so far.
  private(set) var operationCount = 0

  /// Each directory that may be found after a power loss now.
  var possibleStates: [[String: [UInt8]]] {
    possibleNames.flatMap { names in
      names.reduce(into: [[:]]) { states, entry in
        states = states.flatMap { state in
          possibleContents(files[entry.value]).map { state.merging([entry.key: $0]) { $1 } }
        }
      }
    }
  }

  /// The flushed contents; otherwise any part of the contents, with or without a tail that was never written.
  private func possibleContents(_ file: File?) -> [[UInt8]] {
    guard let file else { return [] }
    if let flushed = file.flushed { return [flushed] }
    return (0...file.octets.count).flatMap { count -> [[UInt8]] in
      let part = Array(file.octets.prefix(count))
      return [part, part + [UInt8](repeating: 0, count: file.octets.count - count)]
    }
  }

  /// The directory after a power loss.
  convenience init(_ state: [String: [UInt8]]) {
    self.init()
    for (name, octets) in state {
      files[nextFile] = File(octets: octets, flushed: octets)
      names[name] = nextFile
      nextFile += 1
    }
    possibleNames = [names]
  }

  init() {}

  func octets(of name: String) -> [UInt8]? { names[name].flatMap { files[$0]?.octets } }

  // MARK: Operations; false once the power is gone

  private func mayGoOn() -> Bool {
    guard operationsLeft > 0 else { return false }
    operationsLeft -= 1
    operationCount += 1
    return true
  }

  private func changeNames(_ change: (inout [String: Int]) -> Void) {
    change(&names)
    possibleNames.append(names)
  }

  func create(_ name: String) -> Bool {
    guard mayGoOn() else { return false }
    if let file = names[name] {
      files[file] = File()
      openFile = file
    } else {
      files[nextFile] = File()
      openFile = nextFile
      changeNames { $0[name] = nextFile }
      nextFile += 1
    }
    return true
  }

  func write(_ octets: [UInt8]) -> Int? {
    guard let openFile, mayGoOn() else { return nil }
    let taken = octets.prefix(writeSize)
    files[openFile]?.octets += taken
    files[openFile]?.flushed = nil
    return taken.count
  }

  func flushFile() -> Bool {
    guard let openFile, mayGoOn() else { return false }
    let octets = files[openFile]?.octets
    files[openFile]?.flushed = octets
    return true
  }

  func closeFile() { openFile = nil }

  func rename(_ name: String, to newName: String) -> Bool {
    guard names[name] != nil, mayGoOn() else { return false }
    changeNames { $0[newName] = $0.removeValue(forKey: name) }
    return true
  }

  func remove(_ name: String) -> Bool {
    guard names[name] != nil, mayGoOn() else { return false }
    changeNames { $0[name] = nil }
    return true
  }

  func flushNames() -> Bool {
    guard mayGoOn() else { return false }
    possibleNames = [names]
    return true
  }
}

/// The same directory for the store: every failure is EIO.
struct FakeDirectory: FileDirectory {
  static let failure: Int32 = -5

  let fake: FakeFileDirectory

  private func status(_ isDone: Bool) -> Int32 { isDone ? 0 : Self.failure }

  mutating func create(_ name: Span<UInt8>) -> Int32 { status(fake.create(name.string)) }
  mutating func write(_ octets: Span<UInt8>) -> Int32 { fake.write(octets.array).map { Int32($0) } ?? Self.failure }
  mutating func flushFile() -> Int32 { status(fake.flushFile()) }
  mutating func closeFile() { fake.closeFile() }
  mutating func rename(_ name: Span<UInt8>, to newName: Span<UInt8>) -> Int32 {
    status(fake.rename(name.string, to: newName.string))
  }
  mutating func remove(_ name: Span<UInt8>) -> Int32 { status(fake.remove(name.string)) }
  mutating func flushNames() -> Int32 { status(fake.flushNames()) }
  mutating func find(_ name: Span<UInt8>) -> Int32 { fake.octets(of: name.string) == nil ? -2 : 0 }

  @_lifetime(output: copy output)
  mutating func read(_ name: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int32 {
    guard let octets = fake.octets(of: name.string) else { return -2 }
    for octet in octets.prefix(output.freeCapacity) { output.append(octet) }
    return 0
  }
}
