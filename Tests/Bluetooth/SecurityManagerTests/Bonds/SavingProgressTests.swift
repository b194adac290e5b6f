import SecurityManager
import Testing

@Suite struct SavingProgressTests {
  private func started() -> SavingProgress {
    var progress = SavingProgress()
    progress.noteChange()
    progress.noteStart()
    return progress
  }

  @Test func aChangeIsSavedOnce() {
    var progress = SavingProgress()
    #expect(progress.isSaved && !progress.isWanted && !progress.isSaving)
    progress.noteChange()
    #expect(!progress.isSaved && progress.isWanted && !progress.isSaving)
    progress.noteStart()
    #expect(!progress.isSaved && !progress.isWanted && progress.isSaving)
    #expect(progress.noteEnd(hasSucceeded: true) == .saved)
    #expect(progress == SavingProgress())
  }

  @Test func aSaveThatFailedIsWantedAgain() {
    var progress = started()
    #expect(progress.noteEnd(hasSucceeded: false) == .failed)
    #expect(progress.isWanted && !progress.isSaved)
  }

  @Test(arguments: [true, false]) func aChangeDuringASaveIsSavedAfterIt(_ hasSucceeded: Bool) {
    var progress = started()
    progress.noteChange()
    progress.noteChange()
    #expect(progress.isSaving && !progress.isWanted)
    #expect(progress.noteEnd(hasSucceeded: hasSucceeded) == .outdated)
    #expect(progress.isWanted && !progress.isSaved && !progress.isSaving)
  }
}
