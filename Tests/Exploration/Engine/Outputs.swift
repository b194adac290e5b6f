import TestSupport

/// Returns all PDUs that `next` appends, until it appends no more. Stops after `limit`, so that a machine that never
/// stops is detected.
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
