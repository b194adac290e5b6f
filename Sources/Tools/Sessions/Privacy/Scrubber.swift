/// Makes a log that may be published from a captured one.
///
/// The result starts as zeros. Only octets that are understood and hold no personal data are copied; texts, names and
/// addresses are replaced. Octets that are not understood are therefore never published.
struct Scrubber {
  private let source: [UInt8]
  private let elements: [Element]
  private let survey: PhoneSurvey
  private(set) var output: PacketLog
  private(set) var pseudonyms: Pseudonyms
  /// The watch's name in the settings; a part of it is advertised.
  private let name: [UInt8]

  init(_ log: PacketLog, name: String, random: any RandomNumberGenerator) {
    source = log.octets
    let (elements, headers) = ElementReader.elements(of: log)
    self.elements = elements
    survey = PhoneSurvey(elements, log.octets)
    pseudonyms = Pseudonyms(random: random)
    self.name = Array(name.utf8)
    output = log
    output.octets = .init(repeating: 0, count: log.octets.count)
    // The indicators and headers of packets and frames.
    for place in headers { output.octets[place] = source[place] }
  }

  /// The replacement of the watch's name. The product's own name is kept.
  mutating func replacedName() -> [UInt8] { name == Array("Belfry".utf8) ? name : pseudonyms.text(name) }

  mutating func run() {
    var attributes = AttributeScrubber()
    for element in elements {
      switch element.content {
      case .command(let opcode, let places): scrubCommand(opcode, places)
      case .event(let code, let places):
        scrubEvent(code, places)
        // LE Connection Complete, and the enhanced one: the status, then the connection.
        if code == 0x3E, [0x01, 0x0A].contains(octet(places)), octet(places.from(1)) == 0 {
          attributes.begin(word(places.from(2)) & 0xFFF, &self)
        }
      case .frame(let connection, channel: 4, let places):
        attributes.scrub(places, connection, isFromPhone: element.isReceived, &self)
      case .frame(_, channel: 5, let places): keep(places)
      case .frame(_, channel: 6, let places): scrubPairing(places, isFromPhone: element.isReceived)
      case .frame: break
      }
    }
    attributes.finish(&self)
  }

  // MARK: Places

  func octets(_ places: Places) -> [UInt8] { source.octets(places) }
  func word(_ places: Places) -> Int { source.word(places) }
  func octet(_ places: Places) -> UInt8? { source.octet(places) }

  mutating func keep(_ places: Places) {
    for place in places { output.octets[place] = source[place] }
  }

  mutating func put(_ octets: [UInt8], at places: Places) {
    for (place, octet) in zip(places, octets) { output.octets[place] = octet }
  }

  mutating func replaceText(_ places: Places) { put(pseudonyms.text(octets(places)), at: places) }

  mutating func replaceApplication(_ places: Places) { put(pseudonyms.application(octets(places)), at: places) }

  /// Replaces a name of the watch, which may be the start of the name in the settings, or another name.
  mutating func replaceName(_ places: Places) {
    let text = octets(places)
    guard !text.isEmpty, name.starts(with: text) else { return replaceText(places) }
    put(Array(replacedName().prefix(text.count)), at: places)
  }

  private mutating func replaceAddress(_ places: Places, isRandom: Bool) {
    let address = octets(places)
    guard address.count == 6 else { return }
    let owner = survey.owners[[isRandom ? 1 : 0] + address]
    let key = owner.map { SessionPhone.key($0, of: .identityResolving) }
    put(pseudonyms.address(address, isRandom: isRandom, resolvedBy: key), at: places)
  }

  // MARK: HCI

  /// Commands without keys, addresses and texts.
  private static let harmlessCommands: Set<Int> = [
    0x0C03, 0x0C01, 0x0C6D, 0x1001, 0x1002, 0x1003, 0x1005, 0x1009, 0x0406, 0x041D, 0x1405, 0x2001, 0x2002, 0x2003,
    0x200A, 0x2013, 0x2016, 0x201B, 0x2020, 0x2021, 0x2022, 0x2024, 0x2060,
  ]

  private mutating func scrubCommand(_ opcode: Int, _ places: Places) {
    switch opcode {
    case 0x2005: replaceAddress(places, isRandom: true)
    case 0xFC01: replaceAddress(places, isRandom: false)
    case 0x2006 where places.count == 15:
      keep(places)
      replaceAddress(places.part(7..<13), isRandom: octet(places.from(6)) == 1)
    case 0x2008, 0x2009: scrubAdvertisingData(places)
    case 0x201A: keep(places.part(0..<2))
    case _ where Self.harmlessCommands.contains(opcode): keep(places)
    default: break
    }
  }

  /// `| length: 1 | (length: 1 | type: 1 | data) … |`
  private mutating func scrubAdvertisingData(_ places: Places) {
    keep(places.part(0..<1))
    var rest = places.from(1)
    while let length = octet(rest), length > 0, rest.count > Int(length) {
      keep(rest.part(0..<2))
      let data = rest.part(2..<1 + Int(length))
      switch octet(rest.from(1)) {
      case 0x01, 0x02, 0x03, 0x06, 0x07, 0x0A, 0x14, 0x15, 0x19: keep(data)
      case 0x08, 0x09: replaceName(data)
      default: break
      }
      rest = rest.from(1 + Int(length))
    }
  }

  private mutating func scrubEvent(_ code: UInt8, _ places: Places) {
    switch code {
    case 0x05, 0x08, 0x0C, 0x0F, 0x10, 0x13, 0x1A, 0x30: keep(places)
    case 0x0E: scrubCommandComplete(places)
    case 0x3E: scrubLEEvent(places)
    default: break
    }
  }

  private mutating func scrubCommandComplete(_ places: Places) {
    keep(places.part(0..<4))
    let opcode = word(places.from(1))
    if opcode == 0x1009 {
      replaceAddress(places.from(4), isRandom: false)
    } else if Self.harmlessCommands.contains(opcode) || opcode == 0x201A {
      keep(places)
    }
  }

  private mutating func scrubLEEvent(_ places: Places) {
    keep(places.part(0..<1))
    switch octet(places) {
    case 0x01, 0x0A:
      keep(places.part(1..<6))
      replaceAddress(places.part(6..<12), isRandom: (octet(places.from(5)) ?? 0) & 1 == 1)
      keep(octet(places) == 0x01 ? places.from(12) : places.from(24))
    case 0x03, 0x04, 0x06, 0x07, 0x0C: keep(places)
    // Rand and EDIV are zeros for a Secure Connections key; other values identify a key.
    case 0x05: keep(places.part(1..<3))
    default: break
    }
  }

  // MARK: Pairing

  /// Leaves out keys, nonces and all values computed from them: a replay makes new ones.
  private mutating func scrubPairing(_ places: Places, isFromPhone: Bool) {
    keep(places.part(0..<1))
    switch octet(places) {
    case 0x01, 0x02, 0x05, 0x0B, 0x0E: keep(places)
    case 0x08 where isFromPhone:
      let key = octets(places.from(1))
      guard let owner = survey.phones.firstIndex(where: { $0.resolvingKeys.contains(key) }) else { return }
      put(SessionPhone.key(owner, of: .identityResolving), at: places.from(1))
    case 0x09:
      keep(places.part(1..<2))
      replaceAddress(places.from(2), isRandom: octet(places.from(1)) == 1)
    default: break
    }
  }

  /// The phones with the keys of the replay.
  mutating func phones() -> [SessionPhone] {
    survey.phones.indices.map { index in
      let identity = survey.phones[index].identity ?? [1, 0, 0, 0, 0, 0, UInt8(0xC1 + index & 15)]
      let address = pseudonyms.address(Array(identity.dropFirst()), isRandom: identity[0] == 1)
      return SessionPhone(
        number: index, isRandom: identity[0] == 1, address: address, isBonded: survey.phones[index].isBondedBefore)
    }
  }
}
