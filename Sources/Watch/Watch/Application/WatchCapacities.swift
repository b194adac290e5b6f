public import Octets

// How much the watch keeps besides the notifications and the bonds. A board with little memory, whose toolset says
// `BELFRY_SMALL`, keeps less, and a build that says `BELFRY_TINY` least: it is for ports without most features.

#if BELFRY_TINY

  typealias PerMutedApplication<Element> = FixedArray<1, Element>
  typealias PerSnoozedNotification<Element> = FixedArray<1, Element>
  public typealias PerAlertRule<Element> = FixedArray<1, Element>
  typealias PerVibration<Element> = FixedArray<1, Element>
  typealias PerRememberedContent<Element> = FixedArray<8, Element>
  typealias PerPendingAlert<Element> = FixedArray<4, Element>
  typealias PerListedNotification<Element> = FixedArray<4, Element>
  typealias EventQueue<Element> = FixedQueue<8, Element>
  public typealias SideRecordBuffer = OctetBuffer<576>

#elseif BELFRY_SMALL

  /// The muted applications.
  typealias PerMutedApplication<Element> = FixedArray<4, Element>
  /// The snoozed notifications.
  typealias PerSnoozedNotification<Element> = FixedArray<4, Element>
  /// The rules of the configuration.
  public typealias PerAlertRule<Element> = FixedArray<4, Element>
  /// The vibration patterns of the configuration, and the wearer's.
  typealias PerVibration<Element> = FixedArray<8, Element>
  /// The notifications that alerted in earlier sessions.
  typealias PerRememberedContent<Element> = FixedArray<16, Element>
  /// The postponed decisions on alerts.
  typealias PerPendingAlert<Element> = FixedArray<8, Element>
  /// The notifications in the list: as many as `PhoneState.NotificationSession` holds.
  typealias PerListedNotification<Element> = FixedArray<8, Element>
  /// The events that were not taken yet.
  typealias EventQueue<Element> = FixedQueue<12, Element>
  /// The octets of a side record: at most `MuteTable.recordCapacity` octets of mutes, which is 526 here and 2,074 in a
  /// build with more memory, or 512 octets of choices.
  public typealias SideRecordBuffer = OctetBuffer<576>

#else

  typealias PerMutedApplication<Element> = FixedArray<16, Element>
  typealias PerSnoozedNotification<Element> = FixedArray<16, Element>
  public typealias PerAlertRule<Element> = FixedArray<16, Element>
  typealias PerVibration<Element> = FixedArray<16, Element>
  typealias PerRememberedContent<Element> = FixedArray<64, Element>
  typealias PerPendingAlert<Element> = FixedArray<32, Element>
  typealias PerListedNotification<Element> = FixedArray<32, Element>
  typealias EventQueue<Element> = FixedQueue<64, Element>
  public typealias SideRecordBuffer = OctetBuffer<2_080>

#endif
