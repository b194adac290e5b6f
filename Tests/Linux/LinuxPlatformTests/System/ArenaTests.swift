import CLinux
import Glibc
import LinuxPlatform
import LinuxSupport
import TestSupport
import Testing

/// The arena's allocator. All tests of this process share its one arena, so they run one after the other. Tests that
/// exhaust or seal it run in separate processes.
@Suite(.serialized) struct ArenaTests {
  @Test func thisMachineKeepsItsOwnHeap() {
    #expect(!Arena.isHeap)
    let used = Arena.used
    let block = malloc(1000)
    defer { free(block) }
    #expect(Arena.used == used)
    #expect(Arena.capacity == 65_536)
  }

  @Test func blocksAreZeroAndDoNotOverlap() throws {
    let first = try #require(belfry_arena_take(100, 1))
    memset(first, 0xA5, 100)
    let second = try #require(belfry_arena_take(50, 1))
    #expect(octets(second, 50).allSatisfy { $0 == 0 })
    memset(second, 0x5A, 50)
    #expect(octets(first, 100).allSatisfy { $0 == 0xA5 })
    #expect(belfry_arena_block_size(first) == 100)
  }

  @Test(arguments: [0, 1, 8, 16, 64, 4096])
  func alignmentIsKept(_ alignment: Int) throws {
    _ = belfry_arena_take(1, 1)
    let block = try #require(belfry_arena_take(3, alignment))
    #expect(UInt(bitPattern: block) % UInt(max(alignment, 16)) == 0)
  }

  @Test func everyTakeIsCounted() {
    let (used, calls) = (Arena.used, Arena.calls)
    _ = belfry_arena_take(100, 1)
    #expect(Arena.calls == calls + 1)
    #expect((100...160).contains(Arena.used - used))
  }

  @Test func lastBlockGrowsInPlace() throws {
    let block = try #require(belfry_arena_take(10, 1))
    memset(block, 7, 10)
    let used = Arena.used
    #expect(belfry_arena_resize(block, 30) == block)
    #expect(Arena.used == used + 20)
    #expect(octets(block, 30) == [UInt8](repeating: 7, count: 10) + [UInt8](repeating: 0, count: 20))
  }

  @Test func blockWithAnotherBehindItMoves() throws {
    let block = try #require(belfry_arena_take(10, 1))
    memset(block, 7, 10)
    _ = belfry_arena_take(1, 1)
    let moved = try #require(belfry_arena_resize(block, 20))
    #expect(moved != block)
    #expect(octets(moved, 20) == [UInt8](repeating: 7, count: 10) + [UInt8](repeating: 0, count: 10))
  }

  @Test func smallerBlockStaysWhereItIs() throws {
    let block = try #require(belfry_arena_take(10, 1))
    let used = Arena.used
    #expect(belfry_arena_resize(block, 3) == block)
    #expect(belfry_arena_resize(block, 10) == block)
    #expect(Arena.used == used)
  }

  @Test func noBlockIsResizedIntoANewOne() throws {
    let block = try #require(belfry_arena_resize(nil, 12))
    #expect(belfry_arena_block_size(block) == 12)
    #expect(belfry_arena_block_size(nil) == 0)
  }

  @Test(arguments: [Int.max, -1, -16, -64, 65_536, 65_537])
  func blocksLargerThanTheArenaAreRefused(_ size: Int) {
    let (used, calls) = (Arena.used, Arena.calls)
    errno = 0
    #expect(belfry_arena_take(size, 1) == nil)
    #expect(errno == ENOMEM)
    #expect(belfry_arena_take(1, 1 << 20) == nil)
    #expect(Arena.used == used)
    #expect(Arena.calls == calls)
  }

  @Test func fullArenaRefusesAndKeepsItsBlocks() async {
    await #expect(processExitsWith: .success) {
      var last: UnsafeMutableRawPointer?
      while let block = belfry_arena_take(1000, 1) {
        memset(block, 0xA5, 1000)
        last = block
      }
      guard errno == ENOMEM, Arena.used > 64_000, Arena.used <= Arena.capacity else { exit(1) }
      guard let last, belfry_arena_resize(last, 3000) == nil, belfry_arena_block_size(last) == 1000 else { exit(2) }
      guard last.load(fromByteOffset: 999, as: UInt8.self) == 0xA5 else { exit(3) }
    }
  }

  @Test func allocationAfterTheSealStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Arena.seal()
      _ = belfry_arena_take(12_340, 1)
    }
    let line = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(line.contains("arena: allocation after start-up: 12340\n"))
  }

  @Test func growingAfterTheSealStopsTheProgram() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let block = belfry_arena_take(10, 1)
      Arena.seal()
      _ = belfry_arena_resize(block, 11)
    }
  }

  @Test func theSealAllowsCallsThatAllocateNothing() async {
    await #expect(processExitsWith: .success) {
      let block = belfry_arena_take(10, 1)
      Arena.seal()
      guard belfry_arena_resize(block, 5) == block, belfry_arena_block_size(block) == 10 else { exit(1) }
    }
  }

  private func octets(_ block: UnsafeMutableRawPointer, _ count: Int) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: block, count: count))
  }
}
