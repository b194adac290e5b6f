// How much the watch keeps: the lengths of its larger containers, in one place. A board with little memory, whose
// toolset says `BELFRY_SMALL`, keeps less of everything. How many notifications, says `WatchSession`.

#if BELFRY_SMALL

  /// Bonded phones, and what is known of each.
  public typealias PerPhone<Element> = FixedArray<4, Element>
  /// The record of their bonds, with room for more: a file that fills it is none.
  public typealias BondRecord = OctetBuffer<512>
  /// Applications whose names are kept.
  public typealias PerNamedApplication<Element> = InlineArray<24, Element>
  /// 176 octets for each of them.
  public typealias ApplicationTexts = OctetBlock<4_224>
  /// Both halves of the message that is read.
  public typealias ReadingTexts = OctetBlock<4_224>
  /// Applications that are muted.
  public typealias PerMutedApplication<Element> = FixedArray<4, Element>
  /// Rules of the configuration.
  public typealias PerAlertRule<Element> = FixedArray<4, Element>
  /// Notifications that were told in earlier sessions.
  public typealias PerRememberedContent<Element> = FixedArray<16, Element>
  /// Decisions on alerts that wait for texts.
  public typealias PerPendingAlert<Element> = FixedArray<8, Element>
  /// What happened and was not told yet.
  public typealias EventQueue<Element> = FixedQueue<12, Element>
  /// The part of a controller's stream that was read, two packets of it.
  public typealias PacketBuffer = OctetBuffer<1_100>

#else

  public typealias PerPhone<Element> = FixedArray<8, Element>
  public typealias BondRecord = OctetBuffer<1024>
  public typealias PerNamedApplication<Element> = InlineArray<32, Element>
  public typealias ApplicationTexts = OctetBlock<5_632>
  public typealias ReadingTexts = OctetBlock<8_192>
  public typealias PerMutedApplication<Element> = FixedArray<16, Element>
  public typealias PerAlertRule<Element> = FixedArray<16, Element>
  public typealias PerRememberedContent<Element> = FixedArray<64, Element>
  public typealias PerPendingAlert<Element> = FixedArray<32, Element>
  public typealias EventQueue<Element> = FixedQueue<64, Element>
  public typealias PacketBuffer = OctetBuffer<2_200>

#endif
