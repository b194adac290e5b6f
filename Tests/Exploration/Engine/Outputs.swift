import TestSupport

/// All PDUs that `next` appends, one after the other, until it has no more; at most `limit`, so that a machine which
/// never stops is seen.
func drain(capacity: Int, limit: Int = 16, _ next: (inout OutputSpan<UInt8>) -> Bool) -> [[UInt8]] {
  var pdus: [[UInt8]] = []
  while pdus.count < limit {
    var isThere = false
    let pdu = output(capacity: capacity) { isThere = next(&$0) }
    guard isThere else { break }
    pdus.append(pdu)
  }
  return pdus
}
