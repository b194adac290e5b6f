public import ATT
public import Identifiers
public import Octets

/// One characteristic that was looked for.
public struct DiscoveredCharacteristic: Equatable, Sendable {
  /// The operations that a client may use.
  public let properties: CharacteristicProperties
  /// The handle of the value.
  public let valueHandle: AttributeHandle
  /// The Client Characteristic Configuration descriptor, if there is one.
  public internal(set) var configurationHandle: AttributeHandle?
  /// The handles that may hold descriptors; nil if no attribute follows the value.
  var descriptorRange: HandleRange?

  init(_ declaration: CharacteristicDeclaration, service: HandleRange) {
    properties = declaration.properties
    valueHandle = declaration.valueHandle
    descriptorRange = service.after(declaration.valueHandle)
  }

  /// Another characteristic begins at `handle`, so the descriptors of this one end before it.
  mutating func close(before handle: AttributeHandle) {
    guard let range = descriptorRange, let last = handle.previous else { return }
    descriptorRange = HandleRange(range.first, last)
  }

  /// Whether it can be notified or indicated, so that it may have a configuration descriptor.
  var mayHaveConfiguration: Bool { properties.contains(.notify) || properties.contains(.indicate) }

  /// Whether the client can subscribe to it; also true if it is neither notified nor indicated.
  var isSubscribable: Bool { !mayHaveConfiguration || configurationHandle != nil }
}

/// A service instance and its characteristics, in the order they were asked for; nil for one that is missing.
public struct DiscoveredService {
  /// The handles of the service.
  public let range: HandleRange
  /// The characteristics, in the order in which they were asked for; nil for one that is missing.
  public internal(set) var characteristics = FixedArray<4, DiscoveredCharacteristic?>()

  init(range: HandleRange, characteristicCount: Int) {
    self.range = range
    for _ in 0..<characteristicCount { characteristics.append(nil) }
  }

  /// How complete the instance is: 3 has all characteristics, 2 a first one that can be subscribed to, 1 a first one
  /// that cannot, 0 no first one.
  var worth: Int {
    guard let first = characteristics.first else { return 3 }
    guard let first else { return 0 }
    guard first.isSubscribable else { return 1 }
    for index in characteristics.indices where characteristics[index]?.isSubscribable != true { return 2 }
    return 3
  }
}

/// How a `ServiceDiscovery` ended.
public enum DiscoveryOutcome {
  /// The service was found.
  case found(DiscoveredService)
  /// The server has no such service, or none with the first characteristic.
  case absent
  /// A procedure ended like this.
  case failed(ProcedureResult)
}

/// Finds a service by its UUID, up to four of its characteristics, and their configuration descriptors.
///
///     services → characteristics of an instance → descriptors of each of them → finished
///                  ↑______________ not all that was looked for ___________|
///
/// A server may hold several instances: the first with all characteristics, each with the descriptor it needs, is
/// taken, else the first with at least the first characteristic, if possible one that can be subscribed to. Start each
/// of `nextProcedure()` on a client; hand over every event and result of it.
public struct ServiceDiscovery {
  private enum Phase {
    case services
    case characteristics(instance: Int)
    case descriptors(instance: Int, characteristic: Int)
    case finished(DiscoveryOutcome)
  }

  /// The instances of the service that are examined. Others are ignored.
  private typealias Instances = FixedArray<4, HandleRange>

  private let service: BluetoothUUID
  private let wanted: FixedArray<4, BluetoothUUID>
  private let skipped: FixedArray<4, AttributeHandle>
  private var phase = Phase.services
  private var isRunning = false
  private var instances = Instances()
  private var current: DiscoveredService?
  private var best: DiscoveredService?
  /// The index of the wanted characteristic declared last. Its descriptors end before the next declaration.
  private var open: Int?

  /// - Parameters:
  ///   - service: the UUID of a primary service.
  ///   - characteristics: the first one is required: an instance of the service without it is not used.
  ///   - skipped: the first handles of the instances to ignore.
  public init(
    service: BluetoothUUID, characteristics: FixedArray<4, BluetoothUUID>,
    skipping skipped: FixedArray<4, AttributeHandle> = FixedArray()
  ) {
    self.service = service
    wanted = characteristics
    self.skipped = skipped
  }

  /// The result; nil until the search has ended.
  public var outcome: DiscoveryOutcome? {
    guard case .finished(let outcome) = phase else { return nil }
    return outcome
  }

  /// Returns the procedure to start next; nil while one is running, and after the search has ended.
  public mutating func nextProcedure() -> Procedure? {
    guard !isRunning else { return nil }
    switch phase {
    case .services:
      isRunning = true
      return .discoverPrimaryService(service)
    case .characteristics(let instance):
      isRunning = true
      return .discoverCharacteristics(instances[instance])
    case .descriptors(_, let characteristic):
      guard let range = current?.characteristics[characteristic]?.descriptorRange else { return nil }
      isRunning = true
      return .discoverDescriptors(range)
    case .finished:
      return nil
    }
  }

  /// Takes what the client found. Events of other kinds change nothing.
  public mutating func handle(_ event: borrowing ClientEvent) {
    guard isRunning else { return }
    switch (phase, copy event) {
    case (.services, .services(var entries)):
      while let range = entries.next() { note(range) }
    case (.characteristics, .characteristics(var entries)):
      while let declaration = entries.next() { note(declaration) }
    case (.descriptors(_, let index), .descriptors(var entries)):
      while let descriptor = entries.next() { note(descriptor, of: index) }
    // Results that the phase did not ask for.
    case (.services, .characteristics), (.services, .descriptors), (.characteristics, .services),
      (.characteristics, .descriptors), (.descriptors, .services), (.descriptors, .characteristics),
      (.finished, .services), (.finished, .characteristics), (.finished, .descriptors), (_, .none), (_, .value),
      (_, .notification), (_, .indication):
      break
    }
  }

  /// Takes how the procedure started last ended.
  public mutating func handle(_ result: ProcedureResult) {
    guard isRunning else { return }
    isRunning = false
    guard result == .success else {
      phase = .finished(.failed(result))
      return
    }
    switch phase {
    case .services: lookAtInstance(0)
    case .characteristics(let instance): lookAtDescriptors(of: instance, from: 0)
    case .descriptors(let instance, let characteristic): lookAtDescriptors(of: instance, from: characteristic + 1)
    case .finished: break
    }
  }

  private mutating func lookAtInstance(_ instance: Int) {
    guard instance < instances.count else { return finish() }
    current = DiscoveredService(range: instances[instance], characteristicCount: wanted.count)
    open = nil
    phase = .characteristics(instance: instance)
  }

  private mutating func lookAtDescriptors(of instance: Int, from first: Int) {
    guard let current else { return finish() }
    var index = current.worth == 0 ? current.characteristics.count : first
    while index < current.characteristics.count {
      if let found = current.characteristics[index], found.mayHaveConfiguration, found.descriptorRange != nil {
        phase = .descriptors(instance: instance, characteristic: index)
        return
      }
      index += 1
    }
    if current.worth > best?.worth ?? 0 { best = current }
    if current.worth == 3 { finish() } else { lookAtInstance(instance + 1) }
  }

  @inline(never)  // Several callers: one copy is smaller.
  private mutating func finish() { phase = .finished(best.map { .found($0) } ?? .absent) }

  private mutating func note(_ instance: HandleRange) {
    for index in skipped.indices where skipped[index] == instance.first { return }
    _ = instances.pushLast(instance)
  }

  /// A type declared twice counts once: the first is taken.
  private mutating func note(_ declaration: CharacteristicDeclaration) {
    guard let range = current?.range else { return }
    if let open, var declared = current?.characteristics[open] {
      declared.close(before: declaration.handle)
      current?.characteristics[open] = declared
    }
    open = nil
    for index in wanted.indices where wanted[index] == declaration.type {
      guard let service = current, service.characteristics[index] == nil else { continue }
      current?.characteristics[index] = DiscoveredCharacteristic(declaration, service: range)
      open = index
      return
    }
  }

  private mutating func note(_ descriptor: AttributeInformation, of index: Int) {
    guard descriptor.attributeType == AttributeType.clientCharacteristicConfiguration.uuid,
      var found = current?.characteristics[index], found.configurationHandle == nil
    else { return }
    found.configurationHandle = descriptor.attributeHandle
    current?.characteristics[index] = found
  }
}
