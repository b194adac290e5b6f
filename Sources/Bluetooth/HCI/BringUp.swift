internal import Identifiers
internal import Octets

/// The commands that make a controller usable, in order, and the properties that their answers contain.
///
///     reset → version → commands → features → address → (write address → address again) → event mask
///           → (LE host) → LE event mask → LE buffers → (shared buffers) → LE features → (data length) → done
///
/// Those in parentheses are asked only of controllers that support or need them. The controller's random numbers are
/// not asked for: the kernel has better ones, and mixes in its own sources.
/// Core Spec 5.4, Vol 6, Part D, 2.1.
struct BringUp {
  enum Step: Equatable {
    case reset, version, supportedCommands, features, address, writeAddress, addressAgain, eventMask, leHostSupport,
      leEventMask, leBufferSize, bufferSize, leFeatures, dataLength, done
  }

  private(set) var step = Step.reset
  private(set) var information = ControllerInformation()

  /// The public address that phones know, or nil. It is written to a Broadcom controller that has another one.
  private let knownAddress: DeviceAddress?

  init(knownAddress: DeviceAddress? = nil) { self.knownAddress = knownAddress }

  /// The command of this step; nil after the last step.
  var command: Command? {
    switch step {
    case .reset: .reset
    case .version: .readLocalVersionInformation
    case .supportedCommands: .readLocalSupportedCommands
    case .features: .readLocalSupportedFeatures
    case .address, .addressAgain: .readBDADDR
    case .writeAddress: knownAddress.map { .broadcomWriteBDADDR($0) }
    case .eventMask: .setEventMask(EventMask.host)
    case .leHostSupport: .writeLEHostSupport
    case .leEventMask:
      .leSetEventMask(
        LEEventMask.host(
          version: information.version.hciVersion, supportedCommands: information.supportedCommands))
    case .leBufferSize: usesBufferSizeV2 ? .leReadBufferSizeV2 : .leReadBufferSize
    case .bufferSize: .readBufferSize
    case .leFeatures: .leReadLocalSupportedFeatures
    // The longest packet on the air: 251 octets, 2,120 microseconds.
    case .dataLength: .leWriteSuggestedDefaultDataLength(octets: 251, time: 2_120)
    case .done: nil
    }
  }

  /// Every controller has the first form; the second is for one that has it alone.
  private var usesBufferSizeV2: Bool {
    information.supportedCommands.contains(.leReadBufferSizeV2)
      && !information.supportedCommands.contains(.leReadBufferSize)
  }

  /// Takes the answer to this step's command, and goes on to the next.
  ///
  /// `returnParameters` begin behind the status.
  mutating func complete(_ returnParameters: Span<UInt8>) -> ControllerFailure? {
    do throws(DecodeError) {
      var rest = returnParameters
      return try read(&rest)
    } catch {
      return command.map { .malformedReturnParameters($0.opcode) }
    }
  }

  /// Takes the refusal of this step's command: those that improve, but are not needed, are passed over.
  mutating func refuse(_ status: ErrorCode) -> ControllerFailure? {
    switch step {
    case .leHostSupport, .dataLength, .writeAddress:
      step = following
      return nil
    case .reset, .version, .supportedCommands, .features, .address, .addressAgain, .eventMask, .leEventMask,
      .leBufferSize, .bufferSize, .leFeatures, .done:
      return command.map { .commandRefused($0.opcode, status) }
    }
  }

  /// The next step, which depends on the properties read so far.
  private var following: Step {
    switch step {
    case .reset: .version
    case .version: .supportedCommands
    case .supportedCommands: .features
    case .features: .address
    case .address: isAddressForeign ? .writeAddress : .eventMask
    case .writeAddress: .addressAgain
    case .addressAgain: .eventMask
    case .eventMask:
      information.isDualMode && information.supportedCommands.contains(.writeLEHostSupport)
        ? .leHostSupport : .leEventMask
    case .leHostSupport: .leEventMask
    case .leEventMask: .leBufferSize
    // A controller that names no buffers for LE shares those of BR/EDR.
    case .leBufferSize:
      information.aclDataPacketLength == 0 || information.totalNumACLDataPackets == 0 ? .bufferSize : .leFeatures
    case .bufferSize: .leFeatures
    case .leFeatures:
      information.supportsDataLengthExtension
        && information.supportedCommands.contains(.leWriteSuggestedDefaultDataLength) ? .dataLength : .done
    case .dataLength, .done: .done
    }
  }

  /// Whether the controller's address is not the one that phones know, and can be changed by a vendor command.
  private var isAddressForeign: Bool {
    guard let knownAddress, knownAddress != information.publicAddress else { return false }
    return information.version.isBroadcom
  }

  private mutating func read(_ rest: inout Span<UInt8>) throws(DecodeError) -> ControllerFailure? {
    switch step {
    case .reset, .writeAddress, .eventMask, .leHostSupport, .leEventMask, .dataLength, .done: break
    case .version: information.version = try LocalVersionInformation(decoding: &rest)
    case .supportedCommands: information.supportedCommands = try SupportedCommands(decoding: &rest)
    case .features: information.features = try rest.takeUInt64()
    case .address, .addressAgain:
      let address = try DeviceAddress(decoding: &rest, kind: .public)
      information.publicAddress = address.isPlausiblePublic ? address : nil
    case .leBufferSize:
      setBuffers(length: try rest.takeUInt16(), count: UInt16(try rest.takeUInt8()))
    case .bufferSize:
      let length = try rest.takeUInt16()
      _ = try rest.takeUInt8()
      setBuffers(length: length, count: try rest.takeUInt16())
    case .leFeatures: information.leFeatures = try rest.takeUInt64()
    }
    step = following
    return defect
  }

  private mutating func setBuffers(length: UInt16, count: UInt16) {
    information.aclDataPacketLength = min(Int(length), ControllerInformation.maximumACLDataPacketLength)
    information.totalNumACLDataPackets = Int(count)
  }

  /// The reason why this controller cannot be used; nil if no reason was found so far.
  private var defect: ControllerFailure? {
    switch step {
    case .address where !information.supportsLowEnergy: .lowEnergyNotSupported
    case .leFeatures
    where information.aclDataPacketLength < ControllerInformation.minimumACLDataPacketLength
      || information.totalNumACLDataPackets == 0:
      .unusableBufferSize
    case .reset, .version, .supportedCommands, .features, .address, .writeAddress, .addressAgain, .eventMask,
      .leHostSupport, .leEventMask, .leBufferSize, .bufferSize, .leFeatures, .dataLength, .done:
      nil
    }
  }
}
