import Foundation
import LinuxSupport
import Octets
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

/// The watch's side, as values that `#expect` can hold: it cannot hold values that are not copyable.
private final class Side {
  private var helper: SavingHelper
  private let directory: LinuxDirectory

  init(channel: Int32, directory path: String) {
    helper = SavingHelper(channel: channel)
    var status: Int32 = 0
    directory = LinuxDirectory(StaticBytes(path), status: &status)
  }

  var isWriting: Bool { helper.isWriting }
  var hasChannel: Bool { helper.descriptor != nil }
  var deadline: Instant? { helper.deadline }

  func start(_ job: SavingHelper.Job, _ record: [UInt8]) -> Int32 { helper.start(job, record.span) }
  func takeAnswer(to job: SavingHelper.Job) -> Int32? { helper.takeAnswer(to: job) }
  func serve(isReadable: Bool = true, at seconds: UInt64 = 1) -> SavingHelperChange? {
    helper.serve(isReadable: isReadable, in: directory, now: .seconds(seconds))
  }
}

/// The watch's side, with the test in place of the helper, and the helper's own functions.
@Suite struct SavingHelperTests {
  private let temporary: TemporaryDirectory
  private let record: [UInt8] = [1, 2, 3]

  init() throws { temporary = try TemporaryDirectory() }

  /// A channel that preserves message boundaries: the watch's end and the helper's.
  private func channel() throws -> (watch: Int32, helper: Int32) {
    var ends: [Int32] = [-1, -1]
    // A program that a test starts in parallel must not hold an end open.
    let kind = SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    try #require(socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  private func received(_ descriptor: Int32) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &octets, octets.count, 0)
    return Array(octets.prefix(max(0, count)))
  }

  private func side(_ channel: Int32) -> Side { Side(channel: channel, directory: temporary("state")) }

  @Test func aRequestIsOneMessageAndSoIsItsAnswer() throws {
    let (ours, theirs) = try channel()
    defer { close(theirs) }
    let helper = side(ours)
    #expect(helper.start(.bonds, record) == 0)
    #expect(received(theirs) == [1, 1, 2, 3])
    #expect(helper.isWriting && helper.takeAnswer(to: .bonds) == nil)
    #expect(helper.serve() == nil)
    #expect(helper.isWriting)
    let answer: [UInt8] = [1, 0xE4, 0xFF, 0xFF, 0xFF]
    #expect(send(theirs, answer, answer.count, 0) == answer.count)
    #expect(helper.serve() == nil)
    #expect(!helper.isWriting && helper.deadline == nil)
    #expect(helper.takeAnswer(to: .mutes) == nil)
    #expect(helper.takeAnswer(to: .bonds) == -28)
    #expect(helper.takeAnswer(to: .bonds) == nil, "once")
  }

  @Test func aHelperThatEndsHasFailed() throws {
    let (ours, theirs) = try channel()
    let helper = side(ours)
    #expect(helper.start(.mutes, record) == 0)
    close(theirs)
    #expect(helper.serve() == .lost)
    #expect(!helper.hasChannel && helper.deadline == .seconds(2))
    #expect(helper.takeAnswer(to: .mutes) == -4102)
    #expect(helper.start(.bonds, record) == -4102)
  }

  @Test func aHelperThatDoesNotAnswerHasFailed() throws {
    let (ours, theirs) = try channel()
    defer { close(theirs) }
    let helper = side(ours)
    #expect(helper.serve(isReadable: false, at: 1) == nil)
    #expect(helper.start(.bonds, record) == 0)
    #expect(helper.deadline == .seconds(21))
    #expect(helper.serve(isReadable: false, at: 20) == nil)
    #expect(helper.serve(isReadable: false, at: 21) == .lost)
    #expect(helper.takeAnswer(to: .bonds) == -4103)
  }

  @Test(arguments: [[1], [2, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [9, 0, 0, 0, 0]] as [[UInt8]])
  func anAnswerToAnotherRequestIsIgnored(_ answer: [UInt8]) throws {
    let (ours, theirs) = try channel()
    defer { close(theirs) }
    let helper = side(ours)
    #expect(helper.start(.bonds, record) == 0)
    #expect(send(theirs, answer, answer.count, 0) == answer.count)
    #expect(helper.serve() == .lost)
  }

  @Test func aHelperThatReadsNothingIsReplaced() throws {
    let (ours, theirs) = try channel()
    defer { close(theirs) }
    let helper = side(ours)
    let answer: [UInt8] = [1, 0, 0, 0, 0]
    var count = 0
    // The helper answers without reading, until the channel is full.
    while helper.start(.bonds, record) == 0, count < 10_000 {
      count += 1
      #expect(send(theirs, answer, answer.count, 0) == answer.count)
      _ = helper.serve()
      _ = helper.takeAnswer(to: .bonds)
    }
    #expect(count < 10_000)
    #expect(helper.serve(isReadable: false, at: 1) == .lost)
  }

  @Test func allCopiesOfARecordAreWritten() {
    let fake = FakeFileDirectory()
    var directory = FakeDirectory(fake: fake)
    #expect(SavingRequests.perform(.bonds, record.span, in: &directory) == 0)
    #expect(fake.octets(of: "bonds") == record && fake.octets(of: "bonds.copy") == record)
    #expect(SavingRequests.perform(.mutes, record.span, in: &directory) == 0)
    #expect(fake.octets(of: "mutes") == record)
    #expect(SavingRequests.perform(.choices, record.span, in: &directory) == 0)
    #expect(fake.octets(of: "choices") == record && fake.octets(of: "choices.copy") == record)
    fake.operationsLeft = 6
    #expect(SavingRequests.perform(.bonds, [9].span, in: &directory) == FakeDirectory.failure)
  }

  @Test(arguments: [0, -1, -28, -4102, .min, .max] as [Int32]) func aStatusArrivesAsItWasSent(_ status: Int32) {
    #expect(SavingRequests.status(SavingRequests.octets(of: status)) == status)
  }
}
