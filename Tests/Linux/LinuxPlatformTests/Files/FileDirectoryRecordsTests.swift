import LinuxSupport
import Peripherals
import TestSupport
import Testing

@testable import LinuxPlatform

/// Every power loss: after each operation of a save, unflushed data is kept, lost, or partly written.
@Suite struct FileDirectoryRecordsTests {
  private let old: [UInt8] = [1, 2, 3, 4]
  private let new: [UInt8] = [5, 6, 7, 8, 9]

  /// Saves both copies; returns false if the power failed before the end.
  private func save(_ record: [UInt8], in fake: FakeFileDirectory) -> Bool {
    var directory = FakeDirectory(fake: fake)
    return directory.save(record.span, as: .bonds, .first) == 0 && directory.save(record.span, as: .bonds, .second) == 0
  }

  private func load(_ copy: RecordCopy, in fake: FakeFileDirectory) -> [UInt8] {
    var directory = FakeDirectory(fake: fake)
    return output(capacity: 32) { #expect(directory.load(.bonds, copy, into: &$0) == 0) }
  }

  /// The two copies after a power loss and a restart.
  private func copies(after state: [String: [UInt8]]) -> [[UInt8]] {
    let fake = FakeFileDirectory(state)
    var directory = FakeDirectory(fake: fake)
    #expect(directory.prepareRecords() == 0)
    #expect(fake.octets(of: "bonds.new") == nil)
    return [load(.first, in: fake), load(.second, in: fake)]
  }

  private func operationCount(writeSize: Int) -> Int {
    let fake = FakeFileDirectory(["bonds": old, "bonds.copy": old])
    fake.writeSize = writeSize
    #expect(save(new, in: fake))
    return fake.operationCount
  }

  @Test(arguments: [1, 2, 100]) func everyLossOfPowerLeavesEachCopyOldOrNewAndTheFirstTheNewer(_ writeSize: Int) {
    var examined = 0
    for operations in 0...operationCount(writeSize: writeSize) {
      let fake = FakeFileDirectory(["bonds": old, "bonds.copy": old, "bonds.new": [0xEE]])
      fake.writeSize = writeSize
      fake.operationsLeft = operations
      let isDone = save(new, in: fake)
      for state in fake.possibleStates {
        let found = copies(after: state)
        #expect([[old, old], [new, old], [new, new]].contains(found), "after \(operations): \(state)")
        if isDone { #expect(found == [new, new], "after the end: \(state)") }
        examined += 1
      }
    }
    #expect(examined > 30)
  }

  @Test func everyLossOfPowerInTheFirstSaveLeavesNothingOrTheRecord() {
    for operations in 0...operationCount(writeSize: 100) {
      let fake = FakeFileDirectory()
      fake.operationsLeft = operations
      _ = save(new, in: fake)
      for state in fake.possibleStates {
        #expect([[[], []], [new, []], [new, new]].contains(copies(after: state)), "after \(operations): \(state)")
      }
    }
  }

  /// The power fails during a save, and again during the next one.
  @Test func twoLossesOfPowerInARowLeaveWholeCopies() {
    let last: [UInt8] = [0xA, 0xB]
    for first in 0...operationCount(writeSize: 100) {
      let fake = FakeFileDirectory(["bonds": old, "bonds.copy": old])
      fake.operationsLeft = first
      _ = save(new, in: fake)
      for state in fake.possibleStates {
        for second in 0...operationCount(writeSize: 100) {
          let again = FakeFileDirectory(state)
          again.operationsLeft = second
          _ = save(last, in: again)
          for state in again.possibleStates {
            #expect(copies(after: state).allSatisfy { [old, new, last].contains($0) }, "\(first), \(second): \(state)")
          }
        }
      }
    }
  }

  @Test func everyLossOfPowerWhileACopyIsSetAsideKeepsItsOctets() {
    for operations in 0...3 {
      let fake = FakeFileDirectory(["bonds": old, "bonds.copy": new])
      fake.operationsLeft = operations
      var directory = FakeDirectory(fake: fake)
      _ = directory.setAside(.bonds, .first, because: .damaged)
      for state in fake.possibleStates {
        #expect(state["bonds"] == old || state["bonds.damaged-1"] == old, "after \(operations): \(state)")
        #expect(state["bonds.copy"] == new)
      }
    }
  }

  @Test func everyLossOfPowerLeavesEachCopyOfTheChoicesOldOrNew() {
    var examined = 0
    for operations in 0...12 {
      let fake = FakeFileDirectory(["bonds": old, "choices": old, "choices.copy": old])
      fake.operationsLeft = operations
      var directory = FakeDirectory(fake: fake)
      let isDone = directory.save(new.span, as: .choices) == 0
      #expect(isDone == (operations >= 10))
      for state in fake.possibleStates {
        let found = [state["choices"], state["choices.copy"]]
        #expect([[old, old], [new, old], [new, new]].contains(found), "after \(operations): \(state)")
        if isDone { #expect(found == [new, new]) }
        #expect(state["bonds"] == old)
        examined += 1
      }
    }
    #expect(examined > 20)
  }

  @Test func aDamagedCopyOfTheChoicesIsSetAside() {
    let fake = FakeFileDirectory(["choices.copy": old, "choices.damaged-1": new])
    var directory = FakeDirectory(fake: fake)
    #expect(directory.setAside(.choices, .second, because: .damaged) == 2)
    #expect(fake.octets(of: "choices.damaged-2") == old && fake.octets(of: "choices.copy") == nil)
  }

  @Test func theModelFindsASaveThatDoesNotFlush() {
    let fake = FakeFileDirectory(["bonds": old])
    #expect(fake.create("bonds.new") && fake.write(new) == 5)
    #expect(fake.rename("bonds.new", to: "bonds"))
    #expect(fake.possibleStates.contains { $0["bonds"] == [] })
    #expect(fake.possibleStates.contains { $0["bonds"] == [5, 6, 0, 0, 0] })
    #expect(fake.possibleStates.contains { $0["bonds"] == old })
  }

  @Test func aSaveThatFailsLeavesNothingBehind() {
    let fake = FakeFileDirectory(["bonds": old])
    var directory = FakeDirectory(fake: fake)
    fake.writeSize = 0
    #expect(directory.save(new.span, as: .bonds, .first) == FakeDirectory.failure)
    #expect(fake.octets(of: "bonds") == old)
    #expect(fake.octets(of: "bonds.new") == nil)
  }
}
