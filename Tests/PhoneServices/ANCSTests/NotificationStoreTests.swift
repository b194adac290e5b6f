import TestSupport
import Testing
import Timing

@testable import ANCS

@Suite struct NotificationStoreTests {
  private static func added(_ uid: UInt32) -> NotificationSourceEvent {
    NotificationSourceEvent(.added, NotificationUID(rawValue: uid), category: .other)
  }

  /// Adds and removes notifications at random, and compares each search with a list of the UIDs, the newest first.
  ///
  /// - Parameter next: the UID of the next notification, from the last one.
  private func checkSearches(_ next: (UInt32, inout SeededGenerator) -> UInt32) {
    var generator = SeededGenerator(seed: 11)
    var store = NotificationStore<9, 9_216>()
    var uids: [UInt32] = []
    var last: UInt32 = 100
    for serial in 0..<UInt32(2_000) {
      if uids.isEmpty || generator.number(below: 5) > 0 {
        last = next(last, &generator)
        guard !uids.contains(last) else { continue }
        if uids.count == 8 { uids.removeLast() }
        uids.insert(last, at: 0)
        _ = store.insert(Self.added(last), serial: serial, isContentAllowed: true, at: .start)
      } else {
        let index = generator.number(below: uids.count)
        uids.remove(at: index)
        store.remove(at: index)
      }
      for uid in last - 12...last + 12 {
        let found = store.index(of: NotificationUID(rawValue: uid))
        #expect(found == uids.firstIndex(of: uid), "\(uid) in \(uids)")
      }
    }
  }

  @Test func aNotificationIsFoundAmongAscendingUIDs() {
    checkSearches { last, generator in last + 1 + UInt32(generator.number(below: 3)) }
  }

  @Test func aNotificationIsFoundAmongUIDsInAnyOrder() {
    checkSearches { _, generator in 100 + UInt32(generator.number(below: 20)) }
  }

  @Test func aNotificationOfAnEarlierSessionIsNotFound() {
    var store = NotificationStore<9, 9_216>()
    for uid in UInt32(1)...3 { _ = store.insert(Self.added(uid), serial: uid, isContentAllowed: true, at: .start) }
    store.detachAll()
    for uid in UInt32(4)...6 { _ = store.insert(Self.added(uid), serial: uid, isContentAllowed: true, at: .start) }
    let indices = (UInt32(1)...7).map { store.index(of: NotificationUID(rawValue: $0)) }
    #expect(indices == [nil, nil, nil, 2, 1, 0, nil])
    _ = store.insert(Self.added(2), serial: 7, isContentAllowed: true, at: .start)
    let index = store.index(of: NotificationUID(rawValue: 2))
    #expect(index == 0)
  }
}
