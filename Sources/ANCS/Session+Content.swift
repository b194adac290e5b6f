internal import Octets

// What the replies bring: texts, and the names of apps.
extension Session {
  /// Takes what has arrived in reply to `command`.
  mutating func deliver(_ command: QueuedCommand, isWhole: Bool) {
    switch command {
    case .excerpt(let uid, let isCall): deliverExcerpt(of: uid, isCall: isCall, isWhole: isWhole)
    case .fetch(let uid, _, _): deliverTexts(of: uid, isWhole: isWhole)
    case .read(let uid), .search(let uid): deliverMessage(of: uid, isWhole: isWhole)
    case .nameApp(let key): deliverName(of: key, isWhole: isWhole)
    case .permission:
      if isWhole, let key = appNames.use(Self.messages.utf8Span) { deliverName(of: key, isWhole: true) }
    case .perform, .probe: break
    }
  }

  /// Where the notification is that the last command asked about; nil if it is gone, also if another has its UID now.
  func indexOfAsked(_ uid: NotificationUID) -> Int? {
    guard let index = notifications.index(of: uid), notifications.notification(at: index).serial == askedSerial else {
      return nil
    }
    return index
  }

  /// The beginning of the texts: to be seen now. The rest comes behind whatever else is to be seen first.
  private mutating func deliverExcerpt(of uid: NotificationUID, isCall: Bool, isWhole: Bool) {
    guard let index = indexOfAsked(uid) else { return }
    guard isWhole else {
      notifications.change(at: index) { $0.wantsFetch = false }
      return deliverTexts(of: uid, isWhole: false)
    }
    // One that is queued already is for a notification that was modified: then all of it is another.
    let isCurrent = !queue.containsFetch(of: uid)
    notifications.publish(assembler.texts, at: index)
    notifications.change(at: index) { $0.hasExcerpt = isCurrent }
    lookForCode(at: index)
    enqueueFetch(of: uid, isCall: isCall)
    report(.excerpt(uid))
  }

  private mutating func deliverTexts(of uid: NotificationUID, isWhole: Bool) {
    // None: it was removed in the meantime.
    guard var index = indexOfAsked(uid) else { return }
    let had = notifications.notification(at: index).content
    if !isWhole { counters.incompleteContents.increment() }
    if isWhole || (had != .complete && assembler.hasTexts) {
      let isSame = had == .complete && notifications.isMessageUnchanged(assembler.texts, at: index)
      publishTexts(at: index)
      notifications.change(at: index) { $0.content = isWhole && $0.hasAskedForContent ? .complete : .partial }
      noteMessage(at: index, isSame: isSame)
      if notifications.canBeKnown(at: index) { index = notifications.takePlaceOfLeftover(at: index) }
    } else if had == .awaited {
      notifications.change(at: index) { $0.content = $0.hasTexts ? .partial : .unavailable }
    }
    let awaitsName = askForAppName(at: index)
    notifications.change(at: index) { $0.awaitsAppName = awaitsName }
    report(awaitsName ? .attributes(uid) : .content(uid))
  }

  /// Puts what has arrived in the place of what was there, save for what an excerpt had brought already.
  private mutating func publishTexts(at index: Int) {
    var texts = assembler.texts
    if notifications.notification(at: index).hasAskedForRest {
      notifications.keepExcerpt(at: index, in: &texts, from: assembler.usedCount)
    }
    notifications.publish(texts, at: index)
    notifications.change(at: index) { notification in
      notification.hasExcerpt = false
      notification.hasAskedForRest = false
    }
  }

  /// Queues the question for the name of the app that posted the notification at `index`, unless it was asked before.
  ///
  /// - Returns: whether it is being asked for.
  private mutating func askForAppName(at index: Int) -> Bool {
    guard !notifications.notification(at: index).isCut(.appIdentifier),
      let key = appNames.use(notifications[.appIdentifier, at: index])
    else { return false }
    guard appNames.state(of: key) == .unasked else { return appNames.state(of: key) == .wanted }
    if let evicted = queue.push(.nameApp(key)) {
      guard evicted != .nameApp(key) else { return false }
      counters.postponedFetches.increment()
    }
    appNames.setState(.wanted, of: key)
    return true
  }

  private mutating func deliverName(of key: AppNameCache.Key, isWhole: Bool) {
    if isWhole {
      appNames.setName(notifications[filling: assembler.texts.displayName], of: key)
    } else {
      appNames.setState(.unavailable, of: key)
    }
    reportSettledContent()
  }

  /// Reports the notifications that waited for nothing but the name of their app.
  mutating func reportSettledContent() {
    for index in 0..<notifications.count {
      let notification = notifications.notification(at: index)
      guard notification.awaitsAppName, !appNames.isWanted(notifications[.appIdentifier, at: index]) else {
        continue
      }
      notifications.change(at: index) { $0.awaitsAppName = false }
      report(.content(notification.uid))
    }
  }
}
