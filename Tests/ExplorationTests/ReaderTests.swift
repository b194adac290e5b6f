import Testing
import Timing

@testable import belfry_explore

@Suite struct ReaderTests {
  /// States that differ only in when they were reached would never end an exploration.
  @Test func deadlineCountsByTheTimeThatIsLeft() {
    func fingerprint(at now: Instant, due: Instant) -> Fingerprint {
      var digest = Digest()
      digest.now = now
      Reader().read(Deadline(due), into: &digest)
      return digest.fingerprint
    }
    let (early, late) = (Instant.start + .seconds(1), Instant.start + .seconds(5))
    let one = fingerprint(at: early, due: early + .seconds(1))
    #expect(one == fingerprint(at: late, due: late + .seconds(1)))
    #expect(one != fingerprint(at: early, due: early + .seconds(2)))
  }
}
