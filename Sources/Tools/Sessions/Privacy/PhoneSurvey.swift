import Identifiers
import SecurityManager

/// The phones of a capture. Keys and identities show which links belong to which phone.
struct PhoneSurvey {
  struct Phone: Equatable {
    /// Kind and address that the phone distributed, or connected with.
    var identity: [UInt8]?
    var resolvingKeys: [[UInt8]] = []
    var longTermKeys: [[UInt8]] = []
    /// Whether its bond was made before the capture.
    var isBondedBefore = false
  }

  private struct Link {
    var address: [UInt8] = []
    var isRandom = false
    var identity: [UInt8]?
    var resolvingKey: [UInt8]?
    var longTermKey: [UInt8]?
    var isPairing = false

    var isPrivate: Bool { isRandom && address[5] >> 6 == 1 }
  }

  private(set) var phones: [Phone] = []
  /// The index of the phone for each address that it connected with, kind first.
  private(set) var owners: [[UInt8]: Int] = [:]
  private var links: [Int: Link] = [:]

  init(_ elements: [Element], _ octets: [UInt8]) {
    for element in elements { take(element, octets) }
    for connection in Array(links.keys) { endLink(connection) }
  }

  private mutating func take(_ element: Element, _ octets: [UInt8]) {
    switch element.content {
    case .event(code: 0x3E, let places) where octets.octet(places) == 0x01 || octets.octet(places) == 0x0A:
      guard octets.octet(places.from(1)) == 0, places.count >= 12 else { return }
      let connection = octets.word(places.from(2))
      endLink(connection)
      let isRandom = octets[places[places.startIndex + 5]] & 1 == 1
      links[connection] = Link(address: octets.octets(places.part(6..<12)), isRandom: isRandom)
    case .event(code: 0x05, let places) where places.count >= 4: endLink(octets.word(places.from(1)))
    case .command(opcode: 0x201A, let places) where places.count == 18:
      let key = octets.octets(places.from(2))
      links[octets.word(places)]?.longTermKey = key
    case .frame(let connection, channel: 6, let places):
      take(octets.octets(places), connection, isFromPhone: element.isReceived)
    default: break
    }
  }

  private mutating func take(_ pdu: [UInt8], _ connection: Int, isFromPhone: Bool) {
    switch (pdu.first, pdu.count) {
    case (0x04, 17) where isFromPhone: links[connection]?.isPairing = true
    case (0x08, 17) where isFromPhone: links[connection]?.resolvingKey = Array(pdu.dropFirst())
    case (0x09, 8) where isFromPhone: links[connection]?.identity = Array(pdu.dropFirst())
    default: break
    }
  }

  private mutating func endLink(_ connection: Int) {
    guard let link = links.removeValue(forKey: connection) else { return }
    let own = [link.isRandom ? 1 : 0] + link.address
    guard let index = phone(of: link, own) else { return }
    if let identity = link.identity ?? (link.isPrivate ? nil : own) { phones[index].identity = identity }
    if let key = link.resolvingKey { phones[index].resolvingKeys.append(key) }
    if let key = link.longTermKey, !phones[index].longTermKeys.contains(key) {
      if phones[index].longTermKeys.isEmpty, !link.isPairing { phones[index].isBondedBefore = true }
      phones[index].longTermKeys.append(key)
    }
    owners[own] = index
  }

  /// The phone of a link, or a new one if it is unknown; nil for a link that does not identify its phone.
  private mutating func phone(of link: Link, _ own: [UInt8]) -> Int? {
    let known = phones.indices.first { index in
      let phone = phones[index]
      return link.longTermKey.map(phone.longTermKeys.contains) == true
        || phone.identity != nil && (phone.identity == link.identity || phone.identity == own)
        || phone.resolvingKeys.contains { resolves(link.address, isRandom: link.isRandom, key: $0) }
        || link.resolvingKey.map(phone.resolvingKeys.contains) == true
    }
    if let known { return known }
    guard link.longTermKey != nil || link.identity != nil else { return nil }
    phones.append(Phone())
    return phones.count - 1
  }

  private func resolves(_ address: [UInt8], isRandom: Bool, key: [UInt8]) -> Bool {
    let address = DeviceAddress(kind: isRandom ? .random : .public, octets: inline(address))
    return address.isResolved(by: Value128(octets: inline(key)))
  }
}

/// A resolvable private address under `key` with a random part of three octets.
func resolvableAddress(_ random: [UInt8], key: [UInt8]) -> [UInt8] {
  var part = random
  while true {
    if let address = DeviceAddress(resolvableWith: Value128(octets: inline(key)), randomness: inline(part)) {
      return address.octets.indices.map { address.octets[$0] }
    }
    // Only a random part of all zeros or all ones is refused.
    part[0] ^= 0x5A
  }
}

func inline<let count: Int>(_ octets: [UInt8]) -> [count of UInt8] { .init { octets[$0] } }
