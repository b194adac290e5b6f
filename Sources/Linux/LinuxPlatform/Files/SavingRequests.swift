internal import CLinux
internal import Octets

/// The work of the process that writes the files.
///
///     request  | job: 1 | record: 0...2080 |
///     answer   | job: 1 | status: 4, 0 or a negative error number, least significant first |
enum SavingRequests {
  /// Carries out requests until the watch has ended.
  static func serve(on channel: Int32, inDirectory number: Int32) -> Never {
    var directory = LinuxDirectory(owning: number)
    var record = OctetBuffer<2_080>()
    while true {
      record.removeAll()
      var kind: UInt8 = 0
      var status: Int32 = 0
      record.append { output in
        status = unsafe output.append { octets, capacity in
          unsafe belfry_helper_receive(channel, &kind, octets, capacity)
        }
      }
      guard status >= 0, let job = SavingHelper.Job(rawValue: kind) else { belfry_helper_exit() }
      let answer = octets(of: perform(job, record.span, in: &directory))
      let sent = unsafe answer.span.withPointer { octets, count in
        unsafe belfry_helper_send(channel, kind, octets, count)
      }
      guard sent == 0 else { belfry_helper_exit() }
    }
  }

  /// Writes a record; 0 or a negative error number.
  static func perform<Directory: FileDirectory & ~Copyable>(
    _ job: SavingHelper.Job, _ record: Span<UInt8>, in directory: inout Directory
  ) -> Int32 {
    switch job {
    case .bonds: directory.save(record, as: .bonds)
    case .mutes: directory.save(record, as: .mutes)
    case .choices: directory.save(record, as: .choices)
    }
  }

  static func octets(of status: Int32) -> [4 of UInt8] {
    let bits = UInt32(bitPattern: status)
    return [
      UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16),
      UInt8(truncatingIfNeeded: bits >> 24),
    ]
  }

  static func status(_ octets: [4 of UInt8]) -> Int32 {
    var bits: UInt32 = 0
    for index in 0..<4 { bits |= UInt32(octets[index]) << UInt32(8 * index) }
    return Int32(bitPattern: bits)
  }
}
