internal import CLinux
internal import Octets
internal import Peripherals

// Two copies of a record as files of a directory, each replaced whole.
//
// A new copy of the bonds is written to `bonds.new`, flushed, renamed to `bonds` or `bonds.copy`, and the directory
// flushed; a copy of the choices in the same way:
// whenever the power fails, each of the two is the old record or the new one. Results are 0 or a negative error number.

extension FileDirectory where Self: ~Copyable {
  /// Checks whether files can be made, and removes the leftovers of an interrupted program.
  mutating func prepareRecords() -> Int32 {
    let status = create(StoredFile.newBonds.name.utf8Span)
    closeFile()
    guard status == 0 else { return status }
    return remove(StoredFile.newBonds.name.utf8Span)
  }

  @_lifetime(octets: copy octets)
  mutating func load(_ record: StoredRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>) -> Int32 {
    let status = read(record.file(copy).name.utf8Span, into: &octets)
    return status == -BELFRY_ENOENT ? 0 : status
  }

  mutating func save(_ octets: Span<UInt8>, as record: StoredRecord, _ copy: RecordCopy) -> Int32 {
    replace(record.file(copy), with: octets, by: record.newFile)
  }

  /// Replaces all copies, one after the other.
  mutating func save(_ octets: Span<UInt8>, as record: StoredRecord) -> Int32 {
    let status = save(octets, as: record, .first)
    return status == 0 && record.hasTwoCopies ? save(octets, as: record, .second) : status
  }

  /// Replaces a file whole, by way of one with another name.
  private mutating func replace(_ file: StoredFile, with octets: Span<UInt8>, by temporary: StoredFile) -> Int32 {
    var status = create(temporary.name.utf8Span)
    if status == 0 { status = writeAll(octets) }
    if status == 0 { status = flushFile() }
    closeFile()
    if status == 0 { status = rename(temporary.name.utf8Span, to: file.name.utf8Span) }
    guard status == 0 else {
      // Removes the part that was written, because the disk may be full.
      _ = remove(temporary.name.utf8Span)
      return status
    }
    return flushNames()
  }

  private mutating func writeAll(_ record: Span<UInt8>) -> Int32 {
    var rest = record
    while rest.count > 0 {
      let status = write(rest)
      // If a file system accepts nothing and reports no error, this loop would not end.
      guard status > 0 else { return status < 0 ? status : -BELFRY_EIO }
      rest = rest.extracting(droppingFirst: Int(status))
    }
    return 0
  }

  /// The maximum number of copies that are set aside: more of them indicate an attack or a permanent fault, which is
  /// reported.
  private static var mostSetAside: UInt32 { 99 }

  /// - Returns: the number at the end of the new name, 0 for the mutes, or a negative error number.
  mutating func setAside(_ record: StoredRecord, _ copy: RecordCopy, because reason: SetAsideReason) -> Int32 {
    guard record != .mutes else { return setMutesAside() }
    for number in 1...Self.mostSetAside {
      let name = Self.name(record, reason, number)
      let found = find(name.span)
      if found == 0 { continue }
      guard found == -BELFRY_ENOENT else { return found }
      var status = rename(record.file(copy).name.utf8Span, to: name.span)
      if status == 0 { status = flushNames() }
      return status == 0 ? Int32(number) : status
    }
    return -BELFRY_EEXIST
  }

  /// Only the latest damaged file of the mutes is kept.
  private mutating func setMutesAside() -> Int32 {
    let status = rename(StoredFile.mutes.name.utf8Span, to: StoredFile.damagedMutes.name.utf8Span)
    return status == 0 ? flushNames() : status
  }

  /// `bonds.damaged-1`, `choices.later-1` and so on.
  private static func name(_ record: StoredRecord, _ reason: SetAsideReason, _ number: UInt32) -> OctetBuffer<32> {
    var name = OctetBuffer<32>()
    // The name always fits 32 octets.
    try? name.append { (output) throws(EncodeError) in
      try output.put(record.file(.first).name.utf8Span)
      switch reason {
      case .damaged: try output.put(text: ".damaged-")
      case .laterVersion: try output.put(text: ".later-")
      }
      try output.put(decimal: number)
    }
    return name
  }
}
