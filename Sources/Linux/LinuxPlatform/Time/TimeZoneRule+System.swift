internal import CLinux
internal import Octets

extension TimeZoneRule {
  /// The zone that the user, or the system, has chosen: the variable TZ, or `/etc/localtime`; else UTC.
  ///
  /// TZ is a file's path, a zone's name, or a rule, with or without a colon before it.
  ///
  /// - Returns: nil if TZ is something else.
  static func ofSystem() -> TimeZoneRule? {
    guard let variable = unsafe belfry_time_zone() else { return read("", "/etc/localtime") ?? .utc }
    // Safe: the environment stays as it is.
    var name = unsafe StaticBytes(cString: variable)
    if let rest = name.dropping(prefix: ":") { name = rest }
    // Also without the files of the zones.
    if name.isEmpty || name.span.isEqual(to: "UTC") { return .utc }
    if name.dropping(prefix: "/") != nil { return read("", name) }
    return read("/usr/share/zoneinfo/", name) ?? TimeZoneRule(parsing: name.span)
  }

  private static func read(_ folder: StaticString, _ name: StaticString) -> TimeZoneRule? {
    read(folder, StaticBytes(name))
  }

  private static func read(_ folder: StaticString, _ name: StaticBytes) -> TimeZoneRule? {
    var path = OctetBuffer<256>()
    let isWhole: Void? = try? path.append { (output) throws(EncodeError) in
      try output.put(text: folder)
      try output.put(name.span)
    }
    guard isWhole != nil else { return nil }
    let number = unsafe path.span.withPointer { unsafe belfry_open($0, $1, BELFRY_OPEN_READ) }
    guard number >= 0 else { return nil }
    let file = Descriptor(owning: number)
    // The largest zone's file has some 4,000 octets.
    var contents = OctetBuffer<8_192>()
    var status: Int32 = 0
    repeat {
      contents.append { (output) in status = file.read(into: &output) }
    } while status > 0
    return status == 0 && contents.freeCapacity > 0 ? TimeZoneRule(file: contents.span) : nil
  }
}
