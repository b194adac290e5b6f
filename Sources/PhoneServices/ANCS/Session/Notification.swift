public import Timing

/// A notification without its texts, which the store holds.
public struct Notification: Sendable {
  /// How much of the texts is there.
  public enum Content: UInt8, Sendable {
    /// No texts yet. They will be requested.
    case awaited
    /// Some of the texts. No more will come.
    case partial
    /// All texts that were requested.
    case complete
    /// No texts, and no texts will come: the phone refused, or the request was given up.
    case unavailable
  }

  /// Identifies the notification in its session.
  public let uid: NotificationUID
  /// A number that no other notification has had since the start; unlike the UID it outlives the session.
  public private(set) var serial: UInt32
  /// The importance of the notification, and its actions.
  public private(set) var flags: EventFlags
  /// The category of the notification.
  public private(set) var category: CategoryID
  /// How many notifications of this category the phone shows.
  public private(set) var categoryCount: UInt8
  /// When its first event arrived.
  public let receivedAt: Instant
  /// How much of the texts is there.
  public private(set) var content = Content.awaited
  /// Its share of the store's counts.
  private(set) var wants = WantedCounts()
  /// When the phone removed it; nil unless it is kept as history.
  private(set) var removedAt: Instant?
  /// Whether the wearer, or a program, has ordered its negative action since the phone last changed it.
  private(set) var isDismissed = false

  /// Whether the request for its app's name was unfinished when its texts arrived.
  private(set) var awaitsAppName = false
  /// Whether attributes other than its application may be requested.
  public private(set) var isContentAllowed = true
  /// Whether texts of it are missing that may be requested when the user wants to read it: they were not allowed, or
  /// their request failed.
  public var lacksContent: Bool { !isContentAllowed || content == .partial || content == .unavailable }
  /// Whether the last request asked for such attributes.
  private var hasAskedForContent = false
  /// Whether the beginning of its texts has arrived, and the rest is being requested.
  private(set) var hasExcerpt = false
  /// Whether the last request asked for that rest only.
  private(set) var hasAskedForRest = false
  private(set) var texts = TextRanges()
  /// The range in the slot of the code that was found in its texts; empty if no code was found.
  private(set) var code = TextRange()

  init(_ event: NotificationSourceEvent, serial: UInt32, isContentAllowed: Bool, at now: Instant) {
    uid = event.uid
    self.serial = serial
    flags = event.flags
    category = event.category
    categoryCount = event.categoryCount
    receivedAt = now
    self.isContentAllowed = isContentAllowed
    wantsFetch = true
  }

  /// Whether the session in which it came continues. Afterwards its UID is invalid and no action is offered.
  public private(set) var isLive: Bool {
    get { !wants.isLeftover }
    set { wants.isLeftover = !newValue }
  }

  /// Whether its attributes must be requested, for the first time or again.
  private(set) var wantsFetch: Bool {
    get { wants.isFetch }
    set { wants.isFetch = newValue }
  }

  /// Whether its whole message must be searched for a code.
  private(set) var wantsSearch: Bool {
    get { wants.isSearch }
    set { wants.isSearch = newValue }
  }

  /// Whether the phone has removed it, and it stays in the list for a while. It is not live then.
  public var isKept: Bool { wants.isKept }

  var hasTexts: Bool { texts[.appIdentifier].count > 0 || texts[.title].count > 0 }

  /// Whether `action` may be performed on it now.
  public func offers(_ action: ActionID) -> Bool { isLive && flags.contains(action.flag) }

  /// Whether the phone has more of `attribute` than was kept.
  public func isCut(_ attribute: NotificationAttributeID) -> Bool { texts[attribute].isCut }

  // MARK: Changes

  /// Takes a change that the phone reported. All attributes must be fetched again.
  mutating func modify(_ event: NotificationSourceEvent) {
    flags = event.flags
    category = event.category
    categoryCount = event.categoryCount
    isDismissed = false
    fetchAgain()
  }

  /// Allows requests for attributes other than its application.
  mutating func allowContent() {
    isContentAllowed = true
    wantsFetch = true
  }

  /// Requests another fetch of all attributes, after a change, or after a fetch that failed or was forbidden.
  mutating func fetchAgain() {
    hasExcerpt = false
    wantsFetch = true
  }

  mutating func noteFetchSent() {
    wantsFetch = false
    hasAskedForContent = isContentAllowed
    hasAskedForRest = isContentAllowed && hasExcerpt
  }

  /// No more is fetched of it than there is.
  mutating func forgoFetch() {
    wantsFetch = false
    forgoTexts()
  }

  /// An excerpt did not come whole, which is worth no second try.
  mutating func forgoExcerpt() { wantsFetch = false }

  /// The excerpt is here.
  ///
  /// - Parameter isCurrent: whether the phone has not changed the notification since.
  mutating func noteExcerpt(isCurrent: Bool) { hasExcerpt = isCurrent }

  /// Its texts have arrived.
  ///
  /// - Parameter areWhole: whether all requested attributes came.
  mutating func noteTexts(areWhole: Bool) {
    hasExcerpt = false
    hasAskedForRest = false
    content = areWhole && hasAskedForContent ? .complete : .partial
  }

  /// The requested texts will not come.
  mutating func forgoTexts() {
    if content == .awaited { content = hasTexts ? .partial : .unavailable }
  }

  mutating func setAwaitsAppName(_ awaits: Bool) { awaitsAppName = awaits }

  mutating func setWantsSearch(_ wants: Bool) { wantsSearch = wants }

  /// Sets the ranges of its texts. The caller must set its code again.
  mutating func setTexts(_ ranges: TextRanges) {
    texts = ranges
    code = TextRange()
  }

  /// Sets the range of one of its texts.
  mutating func setText(_ range: TextRange, of id: NotificationAttributeID) { texts[id] = range }

  mutating func setCode(_ range: TextRange) { code = range }

  /// It takes the place of an earlier notification.
  mutating func takeSerial(_ serial: UInt32) { self.serial = serial }

  /// Its negative action was ordered, or refused. If it was ordered, the notification is not kept when the phone
  /// removes it.
  mutating func noteDismissal(_ isOrdered: Bool) { isDismissed = isOrdered }

  /// The phone has removed it, but it stays in the list.
  mutating func keep(at now: Instant) {
    detach()
    removedAt = now
    wants.isKept = true
  }

  /// Its session has ended.
  mutating func detach() {
    isLive = false
    wantsFetch = false
    awaitsAppName = false
    hasExcerpt = false
    wantsSearch = false
  }
}
