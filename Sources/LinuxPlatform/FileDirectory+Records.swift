internal import CLinux
internal import Octets
internal import Peripherals

// Two copies of a record as files of a directory, each replaced whole.
//
// A new copy is written to `bonds.new`, flushed, renamed to `bonds` or `bonds.copy`, and the directory flushed:
// whenever the power fails, each of the two is the old record or the new one. Results are 0 or a negative error number.

extension FileDirectory where Self: ~Copyable {
  /// Finds out whether files can be made, and removes what a program that was cut off has left.
  mutating func prepareRecords() -> Int32 {
    let status = create(Self.temporary.octets)
    closeFile()
    guard status == 0 else { return status }
    return remove(Self.temporary.octets)
  }

  @_lifetime(record: copy record)
  mutating func loadRecord(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) -> Int32 {
    let status = read(Self.name(of: copy).octets, into: &record)
    return status == -BELFRY_ENOENT ? 0 : status
  }

  mutating func saveRecord(_ record: Span<UInt8>, as copy: RecordCopy) -> Int32 {
    replace(Self.name(of: copy), with: record, by: Self.temporary)
  }

  /// Replaces a file whole, by way of one with another name.
  mutating func replace(_ name: StaticString, with octets: Span<UInt8>, by temporary: StaticString) -> Int32 {
    var status = create(temporary.octets)
    if status == 0 { status = writeAll(octets) }
    if status == 0 { status = flushFile() }
    closeFile()
    if status == 0 { status = rename(temporary.octets, to: name.octets) }
    guard status == 0 else {
      // What was written so far would take room that may be what is wanting.
      _ = remove(temporary.octets)
      return status
    }
    return flushNames()
  }

  private mutating func writeAll(_ record: Span<UInt8>) -> Int32 {
    var rest = record
    while rest.count > 0 {
      let status = write(rest)
      // A file system that takes nothing and names no error would keep us here for ever.
      guard status > 0 else { return status < 0 ? status : -BELFRY_EIO }
      rest = rest.extracting(droppingFirst: Int(status))
    }
    return 0
  }

  /// How many copies are kept that were set aside: more than that is no accident, and says so.
  private static var mostSetAside: UInt32 { 99 }

  mutating func setAsideRecord(_ copy: RecordCopy, because reason: SetAsideReason) -> Int32 {
    for number in 1...Self.mostSetAside {
      let name = Self.name(reason, number)
      let found = find(name.span)
      if found == 0 { continue }
      guard found == -BELFRY_ENOENT else { return found }
      let status = rename(Self.name(of: copy).octets, to: name.span)
      return status == 0 ? flushNames() : status
    }
    return -BELFRY_EEXIST
  }

  private static var temporary: StaticString { "bonds.new" }

  private static func name(of copy: RecordCopy) -> StaticString {
    switch copy {
    case .first: "bonds"
    case .second: "bonds.copy"
    }
  }

  /// `bonds.damaged-1`, `bonds.later-1` and so on.
  private static func name(_ reason: SetAsideReason, _ number: UInt32) -> OctetBuffer<32> {
    var name = OctetBuffer<32>()
    // 32 octets are room enough.
    try? name.append { (output) throws(EncodeError) in
      switch reason {
      case .damaged: try output.put(text: "bonds.damaged-")
      case .laterVersion: try output.put(text: "bonds.later-")
      }
      try output.put(decimal: number)
    }
    return name
  }
}
