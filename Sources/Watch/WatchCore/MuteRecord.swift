internal import Octets
internal import Watch

/// The mutes as octets, to be stored.
struct MuteRecord: ~Copyable {
  private(set) var octets = OctetBuffer<2_080>()

  init(_ mutes: MuteTable) {
    // A record has at most 2,074 octets.
    try? octets.append { (output) throws(EncodeError) in try mutes.encode(into: &output) }
  }
}
