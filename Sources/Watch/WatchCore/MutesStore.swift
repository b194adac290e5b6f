internal import Octets
public import Peripherals
public import Watch

extension WatchStorage where Self: ~Copyable {
  /// Loads the mutes before the watch starts. Without a record, the table is empty. A damaged record is set aside.
  ///
  /// - Throws: what the storage throws. The watch can start with no mutes then.
  @inline(never)
  public mutating func loadMutes() throws(Failure) -> MuteTable {
    var octets = SideRecordBuffer()
    try octets.append { output throws(Failure) in try load(.mutes, .first, into: &output) }
    guard !octets.isEmpty else { return MuteTable() }
    if let mutes = try? MuteTable(decoding: octets.span) { return mutes }
    try setAside(.mutes, .first, because: .damaged)
    return MuteTable()
  }
}
