/// Scrubs a command to the Control Point and its reply, which arrives in fragments.
///
///     | 0 | UID: 4 | (attribute: 1 | length: 2 | value) … |
///     | 1 | bundle identifier, 0 | (attribute: 1 | length: 2 | value) … |
struct DataSourceScrubber {
  private enum Content {
    case application, text, label, digits, unknown

    init(notificationAttribute id: UInt8) {
      switch id {
      case 0: self = .application
      case 1, 2, 3: self = .text
      case 4, 5: self = .digits
      case 6, 7: self = .label
      default: self = .unknown
      }
    }
  }

  private var isApplication = false
  /// The attributes that have not arrived yet.
  private var missing: [UInt8] = []
  private var received: [Int] = []
  private var hasHeader = false
  /// The first octets of the reply. Fragments of an earlier reply may still arrive, and begin with other octets.
  private let header: [UInt8]

  /// Scrubs a command, and expects its reply. An action has no reply.
  init(command: Places, _ scrubber: inout Scrubber) {
    scrubber.keep(command.part(0..<1))
    switch scrubber.octet(command) {
    case 0 where command.count >= 5:
      scrubber.keep(command)
      header = scrubber.octets(command.part(0..<5))
      missing = Self.attributes(scrubber.octets(command.from(5)))
    case 1:
      let end = scrubber.octets(command).dropFirst().firstIndex(of: 0) ?? command.count
      scrubber.replaceApplication(command.part(1..<end))
      header = scrubber.octets(command.part(0..<min(end + 1, command.count)))
      guard end < command.count else { return }
      scrubber.keep(command.from(end))
      missing = scrubber.octets(command.from(end + 1))
      isApplication = true
    default:
      // An action: the UID and the action's number.
      if scrubber.octet(command) == 2 { scrubber.keep(command) }
      header = []
    }
  }

  /// Returns the attributes of a command. Title, subtitle and message are followed by a maximum length.
  private static func attributes(_ list: [UInt8]) -> [UInt8] {
    var attributes: [UInt8] = []
    var rest = list[...]
    while let id = rest.first {
      attributes.append(id)
      rest = rest.dropFirst((1...3).contains(id) ? 3 : 1)
    }
    return attributes
  }

  mutating func receive(_ fragment: Places, _ scrubber: inout Scrubber) {
    guard !missing.isEmpty else { return }
    received += fragment
    if !hasHeader {
      guard received.count >= header.count else { return }
      guard scrubber.octets(received[..<header.count]) == header else { return received.removeAll() }
      scrubHeader(&scrubber)
    }
    while let id = missing.first, received.count >= 3 {
      guard scrubber.octet(received[...]) == id else { return end(&scrubber) }
      let length = scrubber.word(received[1...])
      guard received.count >= 3 + length else { return }
      scrubber.keep(received[..<3])
      scrub(received[3..<3 + length], id, &scrubber)
      received.removeFirst(3 + length)
      missing.removeFirst()
    }
  }

  /// Ends the reply, complete or not.
  mutating func end(_ scrubber: inout Scrubber) {
    if hasHeader, let id = missing.first, received.count > 3, scrubber.octet(received[...]) == id {
      scrubber.keep(received[..<3])
      scrub(received[3...], id, &scrubber)
    }
    missing = []
    received = []
  }

  private mutating func scrubHeader(_ scrubber: inout Scrubber) {
    hasHeader = true
    let places = received[..<header.count]
    if isApplication {
      scrubber.keep(places.part(0..<1))
      scrubber.replaceApplication(places.part(1..<header.count - 1))
    } else {
      scrubber.keep(places)
    }
    received.removeFirst(header.count)
  }

  private func scrub(_ value: Places, _ id: UInt8, _ scrubber: inout Scrubber) {
    switch isApplication ? .text : Content(notificationAttribute: id) {
    case .application: scrubber.replaceApplication(value)
    case .text, .label: scrubber.replaceText(value)
    case .digits:
      // A date consists of digits and a T.
      if scrubber.octets(value).allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x54 }) {
        scrubber.keep(value)
      } else {
        scrubber.replaceText(value)
      }
    case .unknown: break
    }
  }
}
