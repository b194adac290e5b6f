internal import GAP
internal import HCI
internal import Identifiers
internal import Peripherals
internal import SecurityManager
internal import Timing

// Who the watch is to its phones, and which address it goes by on the air.
extension BluetoothHost {
  /// Settles who the watch is, now that the controller has told its address. What bonded phones were promised stays.
  mutating func identifySelf() {
    let identity = OwnAddress.identify(
      promised: bonds.isEmpty ? nil : bonds.promisedAddress, publicAddress: controller.information.publicAddress,
      staticRandom: bonds.identity.address)
    responder.identity = LocalIdentity(
      address: identity.address, identityResolvingKey: bonds.identity.identityResolvingKey)
    isPrivate = configuration.usesPrivateAddress || identity.needsPrivateAddress
    if bonds.promise(identity.address) { post(.bondsChanged) }
  }

  /// Begins to advertise: at once, or, with private addresses, as soon as there is one.
  mutating func startLink(now: Instant) {
    awaitsAddress = isPrivate
    guard isPrivate else {
      addressing.stop()
      return link.start(as: responder.identity.address, now: now)
    }
    changeAddress(now: now)
  }

  /// Takes the next private address, if one is wanted and prepared.
  mutating func changeAddress(now: Instant) {
    guard isPrivate, awaitsAddress || addressing.isDue(at: now), let address = addressing.take(now: now) else { return }
    if awaitsAddress {
      awaitsAddress = false
      link.start(as: address, now: now)
    } else {
      link.changeAddress(to: address)
    }
  }

  var addressDeadline: Instant? {
    guard isPrivate else { return nil }
    if awaitsAddress { return addressing.needsRandomness ? nil : .start }
    return addressing.deadline
  }

  /// Draws what the next private address is made of, if it is needed.
  mutating func prepareAddress<Source: EntropySource & ~Copyable>(from entropy: inout Source) {
    guard addressing.needsRandomness else { return }
    addressing.prepare(for: bonds.identity.identityResolvingKey, randomness: entropy.randomOctets())
  }
}
