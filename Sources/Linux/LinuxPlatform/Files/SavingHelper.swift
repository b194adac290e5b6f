internal import CLinux
internal import Octets
internal import Timing

/// A change of the process that writes the files.
public enum SavingHelperChange: Equatable, Sendable {
  case lost, restarted
}

/// The process that writes the files. A file system may take seconds to write, and the watch, which has one thread,
/// must not wait.
///
///     idle ⇄ writing
///       ↑______|______ lost    after a pause of 1 s, twice as long each time, at most 5 min, until one has answered
///
/// A request is one message with a whole record, the answer another with a status. At most one request is under way. A
/// helper that has ended, or does not answer in time, has failed to write; it is replaced. `@usableFromInline` for the
/// reason given at `Descriptor`.
@usableFromInline
struct SavingHelper: ~Copyable {
  /// A kind of request. The raw value is the kind of the message.
  enum Job: UInt8, Sendable {
    case bonds = 1
    case mutes = 2
    case choices = 3
  }

  private enum State {
    case idle, lost
    case writing(Job)
  }

  /// How long one request may take.
  static var timeout: Interval { .seconds(20) }
  private static var firstPause: Interval { .seconds(1) }
  private static var longestPause: Interval { .minutes(5) }
  /// How long the watch waits for the helper when it ends. A service manager kills a program that ends slowly.
  private static var farewellMilliseconds: UInt32 { 4_000 }

  private var state = State.lost
  private var channel = Descriptor()
  private var generation: UInt32 = 0
  /// 0 if no ended helper must be collected.
  private var process: Int32 = 0
  private var answers: [3 of Int32?] = .init(repeating: nil)
  private var limit = Deadline()
  private var restart = Deadline()
  private var pause = firstPause
  private var now = Instant.start

  init() {}

  /// For tests: a helper at the other end of `channel`.
  init(channel: Int32) {
    self.channel = Descriptor(owning: channel)
    state = .idle
  }

  var descriptor: DescriptorReference? { DescriptorReference(channel, generation: generation) }
  var deadline: Instant? { earliest(limit.instant, restart.instant) }

  var isWriting: Bool {
    if case .writing = state { return true }
    return false
  }

  /// Starts a helper. It returns in the watch alone.
  ///
  /// - Returns: 0 or a negative error number.
  mutating func launch(in directory: borrowing LinuxDirectory) -> Int32 {
    var helper = belfry_helper()
    let status = unsafe belfry_helper_start(directory.number, &helper)
    guard status == 0 else { return status }
    if helper.process == 0 { SavingRequests.serve(on: helper.channel, inDirectory: directory.number) }
    channel = Descriptor(owning: helper.channel)
    process = helper.process
    generation &+= 1
    state = .idle
    restart.clear()
    return 0
  }

  /// Hands over a record.
  ///
  /// - Precondition: `isWriting` is false.
  /// - Returns: 0 or a negative error number.
  mutating func start(_ job: Job, _ record: Span<UInt8>) -> Int32 {
    guard case .idle = state else { return -BELFRY_EHELPERENDED }
    let status = unsafe record.withPointer { octets, count in
      unsafe belfry_helper_send(channel.number, job.rawValue, octets, count)
    }
    // A channel that takes nothing has a helper that does not read.
    guard status == 0 else {
      restart.set(now)
      return -BELFRY_EHELPERENDED
    }
    state = .writing(job)
    limit.set(now + Self.timeout)
    return 0
  }

  /// How the last request for this ended: 0 or a negative error number; nil if it has not.
  mutating func takeAnswer(to job: Job) -> Int32? {
    defer { answers[Self.place(of: job)] = nil }
    return answers[Self.place(of: job)]
  }

  /// Takes an answer, and replaces a helper that is lost.
  mutating func serve(isReadable: Bool, in directory: borrowing LinuxDirectory, now: Instant) -> SavingHelperChange? {
    self.now = now
    if case .lost = state { return relaunch(in: directory) }
    if isReadable, !receive() { return lose(-BELFRY_EHELPERENDED) }
    guard limit.expire(at: now) || restart.expire(at: now) else { return nil }
    return lose(-BELFRY_EHELPERSILENT)
  }

  /// Receives from the helper; false if it has ended, or has sent something invalid.
  private mutating func receive() -> Bool {
    var kind: UInt8 = 0
    var octets: [4 of UInt8] = .init(repeating: 0)
    var span = octets.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe belfry_helper_receive(channel.number, &kind, buffer.baseAddress, buffer.count)
    }
    if count == -BELFRY_EAGAIN { return true }
    guard count == 4, case .writing(let job) = state, kind == job.rawValue else { return false }
    answers[Self.place(of: job)] = SavingRequests.status(octets)
    state = .idle
    limit.clear()
    pause = Self.firstPause
    return true
  }

  private mutating func lose(_ status: Int32) -> SavingHelperChange {
    if case .writing(let job) = state { answers[Self.place(of: job)] = status }
    channel.close()
    if process > 0 { belfry_helper_kill(process) }
    state = .lost
    limit.clear()
    restart.set(now + pause)
    pause = pause.doubled(atMost: Self.longestPause)
    return .lost
  }

  /// Starts another helper when the lost one has ended: two never write at the same time.
  private mutating func relaunch(in directory: borrowing LinuxDirectory) -> SavingHelperChange? {
    guard restart.expire(at: now) else { return nil }
    if process > 0, belfry_helper_reap(process) == 1 { process = 0 }
    if process == 0, launch(in: directory) == 0 { return .restarted }
    restart.set(now + pause)
    pause = pause.doubled(atMost: Self.longestPause)
    return nil
  }

  /// The watch ends. Closing the channel tells the helper.
  ///
  /// - Returns: 0, or a negative error number if it does not end.
  mutating func end() -> Int32 {
    channel.close()
    state = .lost
    guard process > 0, belfry_helper_wait(process, Self.farewellMilliseconds) == 0 else {
      process = 0
      return 0
    }
    return -BELFRY_EHELPERSILENT
  }

  private static func place(of job: Job) -> Int { Int(job.rawValue) - 1 }
}
