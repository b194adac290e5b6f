/// The parts of the watch that a port can leave out.
///
/// Each part is a trait of the package. This is the only file that reads the traits. All other files test these
/// constants, so that they compile the same code in each build. The optimiser removes the code behind a constant that
/// is false, and the linker removes the functions and tables that nothing calls any more.
public enum Features {
  /// All languages of the screens. Without it, the screens are in English.
  @inlinable public static var hasLanguages: Bool {
    #if Languages
      true
    #else
      false
    #endif
  }

  /// The properties of all scripts. Without it, the watch knows those of Latin text: a line may end at a space or a
  /// hyphen.
  @inlinable public static var hasScripts: Bool {
    #if Scripts
      true
    #else
      false
    #endif
  }

  /// Text from right to left, and letters that join. Without it, the watch draws all text from left to right.
  @inlinable public static var hasBidirectionalText: Bool {
    #if BidirectionalText
      hasScripts
    #else
      false
    #endif
  }

  /// The search for one-time codes in messages.
  @inlinable public static var hasCodes: Bool {
    #if Codes
      true
    #else
      false
    #endif
  }

  /// The music screen and the Apple Media Service.
  @inlinable public static var hasMusic: Bool {
    #if Music
      true
    #else
      false
    #endif
  }

  /// Alarms, timer and stopwatch.
  @inlinable public static var hasTimeTools: Bool {
    #if TimeTools
      true
    #else
      false
    #endif
  }

  /// The pages on which the wearer changes settings. The values of the product count.
  @inlinable public static var hasSettingsPages: Bool {
    #if SettingsPages
      true
    #else
      false
    #endif
  }

  /// Hints and the tutorial.
  @inlinable public static var hasGuidance: Bool {
    #if Guidance
      true
    #else
      false
    #endif
  }

  /// Muting applications, putting notifications off, and vibration patterns of applications and categories.
  @inlinable public static var hasMuting: Bool {
    #if Muting
      true
    #else
      false
    #endif
  }

  /// Quiet hours, and *Quiet now*. Without them, every time of day is alike.
  @inlinable public static var hasQuietTimes: Bool {
    #if QuietTimes
      true
    #else
      false
    #endif
  }

  /// The phone's name, time, battery level and model. Without them, the watch uses only the phone's notifications, and
  /// the clock shows the time of the board.
  @inlinable public static var hasPhoneDetails: Bool {
    #if PhoneDetails
      true
    #else
      false
    #endif
  }

  /// Reading more of a message than the list keeps. Without it, a long message ends with an ellipsis.
  @inlinable public static var hasLongMessages: Bool {
    #if LongMessages
      true
    #else
      false
    #endif
  }

  /// Clearing the list of notifications with one choice.
  @inlinable public static var hasClearAll: Bool {
    #if ClearAll
      true
    #else
      false
    #endif
  }

  /// The page that shows why nothing arrives. Without it, the clock shows the state of the link as an icon.
  @inlinable public static var hasStatusPage: Bool {
    #if StatusPage
      true
    #else
      false
    #endif
  }

  /// The pages on which the wearer chooses, disconnects and forgets a phone. Without them, the host neither selects a
  /// phone nor keeps one away.
  @inlinable public static var hasPhonePages: Bool {
    #if PhonePages
      true
    #else
      false
    #endif
  }

  /// The analog and the large face of the clock. Without them, the clock is digital.
  @inlinable public static var hasClockFaces: Bool {
    #if ClockFaces
      true
    #else
      false
    #endif
  }

  /// Movement: text that scrolls smoothly, long lines that run through their row, alerts that slide in.
  @inlinable public static var hasMotion: Bool {
    #if Motion
      true
    #else
      false
    #endif
  }

  /// Panels of 32 rows, which show half of a picture at a time.
  @inlinable public static var hasSmallPanels: Bool {
    #if SmallPanels
      true
    #else
      false
    #endif
  }

  // MARK: Parts without a trait

  /// Whether the build keeps the least, for a port without most features: it says `BELFRY_TINY`.
  @inlinable public static var isTiny: Bool {
    #if BELFRY_TINY
      true
    #else
      false
    #endif
  }

  /// Passkeys, and pairing without Secure Connections. Without them, the watch and the phone compare numbers.
  @inlinable public static var hasPasskeys: Bool { !isTiny }

  /// Whether a controller that refuses to advertise is started again.
  @inlinable public static var hasAdvertisingRecovery: Bool { !isTiny }

  /// Whether the wearer is asked about a phone that pairs with the identity resolving key of another one.
  @inlinable public static var hasKeyClaims: Bool { !isTiny }

  /// A pairing window of zero, with which no new phone can pair. Without it, the product has a longer one.
  @inlinable public static var hasZeroPairingWindow: Bool { !isTiny }

  /// Reading the bonds that earlier versions stored in another format. A new port never
  /// stored such bonds.
  @inlinable public static var hasEarlierBonds: Bool { !isTiny }

  /// Drawing and measuring of plain characters together. Without it, they take the slower way of all other characters.
  @inlinable public static var hasPlainText: Bool { !isTiny }

  /// The search for the cheapest way to send a picture to the panel. Without it, each page is sent in runs.
  @inlinable public static var hasUpdateSearch: Bool { !isTiny }

  /// The events that the watch records for other programs.
  @inlinable public static var hasEvents: Bool { !isTiny }

  /// Service Changed, Client Supported Features and the Database Hash: a phone keeps the handles of the server's
  /// attributes until they change. Without these, the attributes must be the same in all versions of the firmware.
  @inlinable public static var hasAttributeCaching: Bool { !isTiny }

  /// Indications of the product's values. The watch has no such value.
  @inlinable public static var hasIndications: Bool { !isTiny }

  /// Keeping data that arrives before the event about its connection, as on USB. A UART carries both in their order.
  @inlinable public static var hasEarlyData: Bool { !isTiny }

  /// The history of notifications that the phone has removed. Without it, they leave the list immediately.
  @inlinable public static var hasHistory: Bool { !isTiny }

  /// Small and large text of notifications. Without them, it has its normal size.
  @inlinable public static var hasTextSizes: Bool { !isTiny }

  /// Whether a call that was silenced stays silent when a lost link returns.
  @inlinable public static var hasCallMemory: Bool { !isTiny }

  /// An ellipsis behind a title or a subtitle that goes on. Without it, they just end.
  @inlinable public static var hasCutMarks: Bool { !isTiny }

  /// The rules for alerts.
  @inlinable public static var hasAlertRules: Bool { !isTiny }

  /// Ending the watch by holding *decline* for some seconds. A microcontroller has nothing to end.
  @inlinable public static var hasEndingHold: Bool { !isTiny }

  /// Leaving the air at the end of the program. The program of a microcontroller does not end.
  @inlinable public static var hasPoweringOff: Bool { !isTiny }

  /// Events about values of the server that a phone has written. The watch has no such value.
  @inlinable public static var hasWrittenValues: Bool { !isTiny }

  // MARK: Needs of several parts

  /// Services of the phone besides its notifications.
  @inlinable public static var hasOptionalServices: Bool { hasPhoneDetails || hasMusic }

  /// The notes that follow from a choice in the menu. Only these parts show one.
  @inlinable public static var hasNotes: Bool { hasClearAll || hasPhonePages }

  /// Pages with rows to choose from: for muting, quiet times and phones.
  @inlinable public static var hasChoices: Bool { hasMuting || hasQuietTimes || hasPhonePages }

  /// Settings that change while the watch runs. Without them, the values of the product count.
  @inlinable public static var hasChangingSettings: Bool { hasSettingsPages || hasClockFaces }
}
