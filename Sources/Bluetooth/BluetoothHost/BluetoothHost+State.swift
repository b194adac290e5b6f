internal import ATT
internal import GAP
internal import GATT
public import HCI
public import Identifiers
public import Octets
public import SecurityManager
public import Timing

// The properties that the product reads.
extension BluetoothHost {
  /// The room to give to `nextPacket(into:now:)`, in octets: an ACL data packet with 259 octets of data.
  ///
  ///     | indicator: 1 | handle and flags: 2 | length: 2 | data: 259 |
  ///
  /// ACL data packets use the room that there is. A packet on the air has at most 251 octets of data.
  public static var packetCapacity: Int { 264 }

  /// The present state.
  public var state: HostState { report.state }

  /// Whether the controller has been brought up, and has not failed since.
  public var isControllerReady: Bool { controller.state == .running }

  /// Why the controller was given up last.
  public var controllerFailure: ControllerFailure? { report.controllerFailure }

  /// The number of events that were lost because the product did not take them in time.
  public var lostEventCount: UInt32 { report.lostEventCount }

  /// Whether there is nothing on the air any more, after `powerOff`.
  public var isPoweredOff: Bool { poweringOff.isFinished }

  /// When `handleTimeout(now:observer:)` wants to be called; nil: never.
  public var deadline: Instant? {
    guard !poweringOff.isActive else { return controller.deadline }
    let own = earliest(earliest(link.deadline, addressing.deadline(during: link.state)), phones.deadline)
    let instant = earliest(earliest(controller.deadline, trust.deadline), own)
    return trust.session.connection == nil ? instant : earliest(instant, channels.deadline)
  }

  // MARK: The device

  /// The address that the device advertises with; the static random one until the controller's address is known.
  public var ownAddress: DeviceAddress { link.advertisedAddress ?? trust.identity.address }

  /// Whether `prepareKeys(from:)` has something to do.
  public var needsKeys: Bool { trust.needsKeys || addressing.needsRandomness }

  /// Whether a new phone may pair.
  public func isPairingWindowOpen(at now: Instant) -> Bool { link.isPairingWindowOpen(at: now) }

  // MARK: The link

  /// The identity address of the connected phone, if its address resolved to a bond or it has just bonded.
  public var peerIdentity: DeviceAddress? { trust.session.peerIdentity }
  /// Whether the last secured link was that of another phone, or with another bond.
  public var isAnotherPhone: Bool { trust.session.isAnotherPhone }

  /// The effective ATT MTU of the link.
  public var mtu: Int { channels.bearer.mtu }

  /// Whether a procedure may be started now.
  public var isClientIdle: Bool { trust.session.isUsable && !channels.isClientBusy }

  // MARK: The bonded phones

  /// The bonded phones and their keys: save them at `bondsChanged`.
  public var bonds: BondTable { phones.bonds }

  /// How long a phone that the user disconnected is held off, so that another can come.
  public static var holdTime: Interval { .seconds(60) }

  /// How long a change of a bond's settings may wait.
  public static var settingsDelay: Interval { BondSaving.settingsDelay }

  /// The number of bonded phones; `bonds` describes each of them.
  public var bondCount: Int { phones.bonds.count }

  /// The phone of a bond, and its name.
  ///
  /// - Precondition: `index` is below `bondCount`.
  public func bondedPhone(at index: Int) -> (identity: DeviceAddress, name: BoundedText<24>) {
    (phones.bonds.identity(at: index), phones.bonds.name(at: index))
  }

  /// The phone of this link, or the one that was here last; nil if none is bonded.
  public var latestPhone: DeviceAddress? { peerIdentity ?? phones.bonds.latestPhone }

  /// The only phone that may connect; nil: any that is bonded. Kept with the bonds.
  public var selectedPhone: DeviceAddress? { phones.bonds.selected }

  /// Whether a bonded phone is held off that may connect otherwise: the selected one, or any if none is selected.
  public func isAnyHeldOff(at now: Instant) -> Bool { phones.isAnyHeld(at: now) }

  /// Whether settings have changed since the last `bondsChanged`. Then save `bonds` before the program ends.
  public var hasUnsavedSettings: Bool { phones.deadline != nil }

  /// Whether the bond with the phone of this link is not saved yet. The device answers the phone's requests afterwards.
  var awaitsSaving: Bool { phones.awaitsBond(with: peerIdentity) }
}
