internal import CBrowser
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import SecurityManager
internal import Timing
internal import Watch
internal import WatchCore

/// HCI packets to and from the controller on the page.
struct PageTransport: HCITransport, ~Copyable {
  func receive(into buffer: inout OutputSpan<UInt8>) throws(Never) -> Int {
    // Safe: the page writes at most as many octets as there is room for, and returns how many.
    unsafe buffer.withUnsafeMutableBufferPointer { octets, count in
      let start = unsafe octets.baseAddress?.advanced(by: count)
      let received = unsafe belfry_receive_packet(start, UInt32(truncatingIfNeeded: octets.count - count))
      count += Int(received)
      return Int(received)
    }
  }

  func send(_ packet: Span<UInt8>) throws(Never) -> Bool {
    // Safe: the page reads `count` octets.
    unsafe packet.withUnsafeBufferPointer {
      unsafe belfry_send_packet($0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
    }
    return true
  }
}

/// The I2C bus with the panel. The page decodes the octets.
struct PageBus: I2CController, ~Copyable {
  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Never) {
    // Safe: the page reads `count` octets.
    unsafe octets.withUnsafeBufferPointer {
      unsafe belfry_write_panel($0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
    }
  }
}

/// The buttons on the page. They do not bounce.
struct PageButtons: ButtonInput, ~Copyable {
  func nextEvent(now: Instant) throws(Never) -> ButtonEvent? {
    let code = belfry_next_button()
    guard code >= 0, let button = Button(rawValue: UInt8(truncatingIfNeeded: code >> 1)) else { return nil }
    return ButtonEvent(button: button, edge: code & 1 == 0 ? .pressed : .released)
  }
}

/// The page: its clock, its pictures of the motor and the LED, and its log.
struct Page: WatchSurroundings {
  typealias StorageFailure = PageStorage.Failure

  /// The time of the turn.
  var now = Instant.start
  private(set) var isMotorOn = false
  private(set) var isLEDLit = false

  mutating func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant) {
    write(notice, of: phone)
  }

  mutating func setHaptics(isMotorOn: Bool, isLEDLit: Bool) {
    self.isMotorOn = isMotorOn
    self.isLEDLit = isLEDLit
  }
}

/// The browser's `crypto.getRandomValues`.
struct PageEntropy: EntropySource, ~Copyable {
  func fill(_ octets: inout MutableSpan<UInt8>) {
    // Safe: the page writes `count` octets.
    unsafe octets.withUnsafeMutableBufferPointer {
      unsafe belfry_fill_random($0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
    }
  }
}

/// The records of the bonds and of the choices in the browser's database.
struct PageStorage: WatchStorage, ~Copyable {
  /// The browser could not write: it is out of room, or the user forbids it.
  enum Failure: Error { case notWritten }

  func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Failure) {
    load(number: UInt32(copy.rawValue), into: &record)
  }

  func startSaving(_ record: Span<UInt8>) throws(Failure) {
    try save(record, as: .first)
    try save(record, as: .second)
  }

  func finishSaving() throws(Failure) -> Bool {
    let state = belfry_finish_saving()
    guard state != 2 else { throw .notWritten }
    return state == 1
  }

  func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Failure) {
    save(record, number: UInt32(copy.rawValue))
  }

  func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Failure) {
    belfry_remove_record(UInt32(copy.rawValue))
  }

  // MARK: The wearer's choices

  static func keeps(_ record: SideRecord) -> Bool { record == .choices }

  func load(_ record: SideRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>) throws(Failure) {
    load(number: Self.number(ofChoices: copy), into: &octets)
  }

  func startSaving(_ octets: Span<UInt8>, as record: SideRecord) throws(Failure) {
    try save(octets, as: record, .first)
    try save(octets, as: record, .second)
  }

  func finishSaving(_ record: SideRecord) throws(Failure) -> Bool { try finishSaving() }

  func save(_ octets: Span<UInt8>, as record: SideRecord, _ copy: RecordCopy) throws(Failure) {
    save(octets, number: Self.number(ofChoices: copy))
  }

  func setAside(_ record: SideRecord, _ copy: RecordCopy, because reason: SetAsideReason) throws(Failure) {
    belfry_remove_record(Self.number(ofChoices: copy))
  }

  /// The copies of the bonds have the numbers 0 and 1.
  private static func number(ofChoices copy: RecordCopy) -> UInt32 { 2 + UInt32(copy.rawValue) }

  // MARK: The page's functions

  private func load(number: UInt32, into record: inout OutputSpan<UInt8>) {
    // Safe: the page writes at most as many octets as there is room for, and returns how many.
    unsafe record.withUnsafeMutableBufferPointer { octets, count in
      let start = unsafe octets.baseAddress?.advanced(by: count)
      let room = UInt32(truncatingIfNeeded: octets.count - count)
      count += Int(unsafe belfry_load_record(number, start, room))
    }
  }

  private func save(_ record: Span<UInt8>, number: UInt32) {
    // Safe: the page reads `count` octets.
    unsafe record.withUnsafeBufferPointer {
      unsafe belfry_save_record(number, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
    }
  }
}
