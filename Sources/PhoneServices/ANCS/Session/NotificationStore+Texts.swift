internal import Features
internal import Octets

// Stores the texts of a reply, and finds codes in them.
extension NotificationStore {
  /// Gives the reply in the slot that is being filled to the notification at `index`.
  ///
  /// - Parameters:
  ///   - ranges: the ranges of the reply's texts.
  ///   - end: the number of octets of that slot that are in use.
  ///   - isWhole: whether all requested attributes came.
  @inline(__always)  // It has one caller. Else the call would cost another copy of the ranges.
  mutating func publishReply(_ ranges: TextRanges, end: Int, isWhole: Bool, at index: Int) {
    if notification(at: index).hasAskedForRest {
      publishRest(ranges, end: end, at: index)
    } else {
      publish(ranges, at: index)
    }
    change(at: index) { $0.noteTexts(areWhole: isWhole) }
    guard Features.hasCutMarks, isWhole else { return }
    markCut(.title, at: index)
    markCut(.subtitle, at: index)
  }

  /// Whether the message in the slot that is being filled equals the message of the notification at `index`, up to the
  /// last whole character.
  borrowing func isMessageUnchanged(_ ranges: TextRanges, at index: Int) -> Bool {
    let new = self[filling: ranges[.message]]
    return self[.message, at: index].isEqual(to: new.extracting(first: new.countWithoutPartialCharacter))
  }

  /// The offset in a slot at which a reply ends at the latest.
  static var replyEnd: Int { TextSlot.count - OneTimeCode.capacity }

  /// The size of the whole message of the notification at `index` in octets, as the phone reports it; nil if the phone
  /// reports no valid size.
  public borrowing func messageSize(at index: Int) -> Int? {
    let digits = self[.messageSize, at: index]
    guard (1...9).contains(digits.count) else { return nil }
    var size = 0
    for position in digits.indices {
      guard (0x30...0x39).contains(digits[position]) else { return nil }
      size = size * 10 + Int(digits[position] - 0x30)
    }
    return size
  }

  // MARK: Codes

  /// Looks for a code in the texts of the notification at `index`.
  ///
  /// If no code is found and the message is longer, the rest is searched later, when no other command waits. The rest
  /// of a notification that was there before the session is searched only if its texts mention a code.
  ///
  /// - Parameter goesOn: whether the message is longer than the received part.
  mutating func lookForCode(at index: Int, goesOn: Bool) {
    let notification = notification(at: index)
    guard notification.isContentAllowed, !notification.category.isCall else { return }
    let maySearchRest = goesOn && notification.content == .complete
    let needsMention = notification.flags.contains(.preExisting)
    let search = CodeSearch(
      title: self[.title, at: index], subtitle: self[.subtitle, at: index], message: self[.message, at: index],
      isCut: goesOn, looksForMention: maySearchRest && needsMention)
    if search.code != nil || notification.code.count > 0 { setCode(search.code, at: index) }
    let wantsSearch = maySearchRest && search.code == nil && (search.mentionsCode || !needsMention)
    if wantsSearch != notification.wantsSearch { change(at: index) { $0.setWantsSearch(wantsSearch) } }
  }

  /// Looks for a code in a longer part of the message of the notification at `index`.
  ///
  /// - Returns: whether there is one that was not known.
  mutating func lookForCode(in message: Span<UInt8>, isCut: Bool, at index: Int) -> Bool {
    guard self[codeAt: index].isEmpty else { return false }
    let search = CodeSearch(
      title: self[.title, at: index], subtitle: self[.subtitle, at: index], message: message, isCut: isCut,
      looksForMention: false)
    guard let code = search.code else { return false }
    setCode(code, at: index)
    return true
  }
}
