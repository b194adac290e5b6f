import Octets
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WearerChoicesTests {
  private var configured: WearerSettings {
    var settings = WearerSettings()
    settings.setConfigured(name: BoundedText("Belfry"))
    settings[.brightness] = 99
    return settings
  }

  /// The choices of a wearer, whose changes can stand in an expectation.
  private final class Wearer {
    var choices = WearerChoices()

    func choose(_ value: UInt16, for setting: WearerSetting) -> Bool { choices.choose(value, for: setting) }
    func choose(name: Span<UInt8>) -> Bool { choices.choose(name: name) }
    func reset(_ setting: WearerSetting) -> Bool { choices.reset(setting) }
    func takeHasChanged() -> Bool { choices.takeHasChanged() }
    func takeUnapplied() -> WearerSetting? { choices.takeUnapplied() }
  }

  private func wearer() -> Wearer {
    let wearer = Wearer()
    wearer.choices.configure(configured)
    return wearer
  }

  @Test func aChoiceReplacesTheConfigurationUntilItIsReset() {
    let wearer = wearer()
    #expect(wearer.choices[.brightness] == 99 && !wearer.choices.isChosen(.brightness))
    #expect(wearer.choose(1, for: .brightness))
    #expect(
      wearer.choices[.brightness] == 1 && wearer.choices.isChosen(.brightness)
        && wearer.choices.configured(.brightness) == 99)
    #expect(wearer.reset(.brightness))
    #expect(wearer.choices[.brightness] == 99 && !wearer.choices.isChosen(.brightness))
    #expect(!wearer.reset(.brightness))
  }

  @Test func theLanguageIsTheChosenOneElseThatOfThePhone() {
    let wearer = wearer()
    #expect(wearer.choices.language == .english)
    wearer.choices.notePhone(.german)
    #expect(wearer.choices.language == .german && wearer.takeUnapplied() == .language)
    wearer.choices.notePhone(.german)
    #expect(wearer.takeUnapplied() == nil && !wearer.takeHasChanged())
    #expect(wearer.choose(UInt16(Language.thai.rawValue), for: .language))
    #expect(wearer.choices.language == .thai)
    #expect(wearer.choose(0, for: .language))
    #expect(wearer.choices.language == .german)
    #expect(!wearer.choose(200, for: .language))
  }

  @Test func onlyAChangeIsStoredAndApplied() {
    let wearer = wearer()
    #expect(!wearer.choose(256, for: .brightness))
    let isEmptyAccepted = wearer.choose(name: Span())
    #expect(!isEmptyAccepted)
    #expect(!wearer.takeHasChanged() && wearer.takeUnapplied() == nil)
    #expect(wearer.choose(12, for: .hours))
    #expect(wearer.takeHasChanged() && !wearer.takeHasChanged())
    #expect(wearer.takeUnapplied() == .hours && wearer.takeUnapplied() == nil)
    #expect(!wearer.choose(12, for: .hours))
    #expect(!wearer.takeHasChanged() && wearer.takeUnapplied() == nil)
  }

  @Test func storedChoicesAreAppliedAndNotStoredAgain() {
    var stored = WearerSettings()
    (stored[.privacy], stored[.hours]) = (1, 12)
    let isName = stored.setName(Array("Anna".utf8).span)
    #expect(isName)
    let wearer = wearer()
    wearer.choices.restore(stored)
    #expect(
      wearer.choices.name == BoundedText("Anna") && wearer.choices[.privacy] == 1 && wearer.choices[.brightness] == 99)
    var applied: [WearerSetting] = []
    while let setting = wearer.takeUnapplied() { applied.append(setting) }
    #expect(applied == [.hours, .privacy, .name] && !wearer.takeHasChanged())
  }

  @Test func aConfiguredPairingWindowOfZeroWinsOverChoices() {
    var (locked, stored) = (configured, WearerSettings())
    locked[.pairingWindow] = 0
    (stored[.pairingWindow], stored[.hours]) = (600, 12)
    let wearer = Wearer()
    wearer.choices.configure(locked)
    wearer.choices.restore(stored)
    #expect(wearer.choices[.pairingWindow] == 0 && !wearer.choices.isChosen(.pairingWindow))
    #expect(wearer.choices[.hours] == 12)
    #expect(wearer.takeHasChanged(), "the file must not keep the choice")
    #expect(!wearer.choose(30, for: .pairingWindow) && wearer.choices[.pairingWindow] == 0)
    var output = WatchOutput()
    let (isLongerAllowed, isZeroAllowed) = (
      wearer.choices.perform(.choose(.pairingWindow, 30), by: .program, &output),
      wearer.choices.perform(.choose(.pairingWindow, 0), by: .program, &output)
    )
    #expect(!isLongerAllowed && isZeroAllowed && wearer.choices[.pairingWindow] == 0)
  }

  @Test func aChosenPairingWindowOfZeroCanBeChangedAgain() {
    let wearer = wearer()
    #expect(wearer.choose(0, for: .pairingWindow) && wearer.choose(30, for: .pairingWindow))
  }

  @Test func theNameGetsANumber() {
    let wearer = wearer()
    #expect(
      wearer.choices.offeredName(2) == BoundedText("Belfry 2")
        && wearer.choices.offeredName(9) == BoundedText("Belfry 9"))
    #expect(wearer.choices.offeredName(0) == BoundedText("Belfry"))
    var long = WearerSettings()
    long.setConfigured(name: BoundedText("é23456789012345678901234567é"))
    wearer.choices.configure(long)
    let name = wearer.choices.offeredName(3)
    #expect(name == BoundedText("é2345678901234567890123456 3") && !name.isTruncated)
  }

  @Test func everySettingIsOnThePageOnceAndOffersOnlyValidValues() {
    var seen: [WearerSetting] = []
    for row in 0..<WearerSetting.rowCount {
      guard let setting = WearerSetting.inRow(row) else {
        Issue.record("row \(row) is empty")
        continue
      }
      #expect(!seen.contains(setting) && setting.row == row)
      seen.append(setting)
      #expect(setting.offeredCount >= 2 && setting.offered(at: -1) == nil)
      for index in 0..<setting.offeredCount where setting != .name {
        let value = setting.offered(at: index)
        #expect(value.map { setting.isValid($0) } == true, "\(setting) \(index)")
      }
    }
    for key in 0..<UInt8(WearerSetting.count) {
      #expect(WearerSetting(rawValue: key).map { seen.contains($0) } == true, "key \(key)")
    }
    #expect(WearerSetting.inRow(-1) == nil && WearerSetting.inRow(WearerSetting.rowCount) == nil)
  }
}
