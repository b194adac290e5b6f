import TestSupport
import Testing
import Timing

@testable import VirtualPhone

/// The media service of the page's phone.
@Suite struct MediaServiceTests {
  private let start = Instant.start + .seconds(1)

  private static func music(title: String = "Clair de lune", isPlaying: Bool = true) -> PhoneMusic {
    var music = PhoneMusic()
    music.player = Array("Music".utf8)
    music.title = Array(title.utf8)
    music.isPlaying = isPlaying
    music.elapsed = 10
    music.duration = 60
    music.volume = 5
    return music
  }

  private func text(_ update: [UInt8]) -> String { String(decoding: update.dropFirst(3), as: UTF8.self) }

  @Test func aRegisteredAttributeHasItsValue() throws {
    var media = MediaService()
    #expect(media.set(Self.music(), now: start).isEmpty)
    let texts = try media.register([0, 0, 1, 2]).map { text(media.update(of: $0, limit: 100, now: start)) }
    #expect(texts == ["Music", "1,1.0,10.000", "0.05"])
    let track = try media.register([2, 2, 3]).map { text(media.update(of: $0, limit: 100, now: start)) }
    #expect(track == ["Clair de lune", "60.000"])
  }

  @Test func withoutAPlayerEachValueIsEmpty() throws {
    var media = MediaService()
    for attribute in try media.register([0, 0, 1, 2]) + media.register([2, 0, 1, 2, 3]) {
      #expect(media.update(of: attribute, limit: 100, now: start) == [attribute.entity, attribute.identifier, 0])
    }
    #expect(media.supportedCommands.isEmpty)
    #expect(media.set(Self.music(), now: start).count == 5)
    #expect(media.supportedCommands == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func onlyChangedAttributesAreUpdated() throws {
    var media = MediaService()
    _ = media.set(Self.music(), now: start)
    _ = try media.register([0, 0, 1, 2])
    _ = try media.register([2, 2, 3])
    #expect(media.set(Self.music(title: "Rêverie"), now: start) == [.init(entity: 2, identifier: 2)])
    media.forgetLink()
    #expect(media.set(Self.music(), now: start).isEmpty)
  }

  @Test func theTrackRunsOnToItsEnd() throws {
    var media = MediaService()
    _ = media.set(Self.music(), now: start)
    let info = try media.register([0, 1])[0]
    #expect(text(media.update(of: info, limit: 100, now: start + .seconds(7))) == "1,1.0,17.000")
    #expect(text(media.update(of: info, limit: 100, now: start + .seconds(70))) == "1,1.0,60.000")
    _ = media.set(Self.music(isPlaying: false), now: start)
    #expect(text(media.update(of: info, limit: 100, now: start + .seconds(7))) == "0,0.0,10.000")
  }

  @Test func aLongTitleIsCutAndReadWhole() throws {
    var media = MediaService()
    _ = media.set(Self.music(title: "Ääää"), now: start)
    let title = try media.register([2, 2])[0]
    #expect(media.update(of: title, limit: 8, now: start) == [2, 2, 1] + Array("Ää".utf8))
    #expect(try media.wholeValue([2, 2], now: start) == Array("Ääää".utf8))
  }

  @Test(arguments: [[], [0, 9], [1, 0], [3, 0], [2, 2, 4]] as [[UInt8]])
  func unknownAttributesAreRefused(_ write: [UInt8]) {
    var media = MediaService()
    #expect(throws: MediaService.Refusal.absentAttribute) { try media.register(write) }
    #expect(throws: MediaService.Refusal.absentAttribute) { try media.wholeValue(write, now: start) }
  }

  @Test(arguments: [[], [7], [0, 0], [255]] as [[UInt8]])
  func unknownCommandsAreRefused(_ write: [UInt8]) {
    var media = MediaService()
    _ = media.set(Self.music(), now: start)
    #expect(throws: MediaService.Refusal.invalidCommand) { try media.command(write) }
  }
}
