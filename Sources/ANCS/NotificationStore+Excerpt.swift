internal import Octets

// What is taken from the texts that were there into those that have come.
extension NotificationStore {
  /// Copies what the excerpt of the notification at `index` has brought, and the rest has not, behind what is in the
  /// slot that is being filled.
  ///
  /// - Parameter end: how much of that slot is in use.
  mutating func keepExcerpt(at index: Int, in ranges: inout TextRanges, from end: Int) {
    let old = notification(at: index).texts
    var end = end
    for raw in 0..<UInt8(NotificationAttributeID.count) {
      let kept = old[raw: raw]
      guard kept.count > ranges[raw: raw].count, end + Int(kept.count) <= Self.replyEnd else { continue }
      copy(kept, ofSlotAt: index, to: end)
      ranges[raw: raw] = TextRange(offset: end, count: Int(kept.count), isCut: kept.isCut)
      end += Int(kept.count)
    }
  }

  /// Whether the message that has come is, as far as it goes, that of the notification at `index`.
  borrowing func isMessageUnchanged(_ ranges: TextRanges, at index: Int) -> Bool {
    let new = self[filling: ranges[.message]]
    return self[.message, at: index].isEqual(to: new.extracting(first: new.countWithoutPartialCharacter))
  }

  /// Where in a slot a reply ends at the latest.
  private static var replyEnd: Int { TextSlot.count - OneTimeCode.capacity }
}
