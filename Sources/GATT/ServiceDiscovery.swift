public import ATT
public import Identifiers
public import Octets

/// One characteristic that was looked for.
public struct DiscoveredCharacteristic: Equatable, Sendable {
  public let properties: CharacteristicProperties
  public let valueHandle: AttributeHandle
  /// The Client Characteristic Configuration descriptor, if there is one.
  public internal(set) var configurationHandle: AttributeHandle?
  /// Where descriptors may be; nil if nothing follows the value.
  var descriptorRange: HandleRange?

  init(_ declaration: CharacteristicDeclaration, service: HandleRange) {
    properties = declaration.properties
    valueHandle = declaration.valueHandle
    descriptorRange = service.after(declaration.valueHandle)
  }

  /// Another characteristic begins at `handle`: what was before it is all there was.
  mutating func close(before handle: AttributeHandle) {
    guard let range = descriptorRange, let last = handle.previous else { return }
    descriptorRange = HandleRange(range.first, last)
  }

  /// Whether it can send values unasked, so that a configuration descriptor is worth looking for.
  var mayHaveConfiguration: Bool { properties.contains(.notify) || properties.contains(.indicate) }
}

/// A service instance and its characteristics, in the order they were asked for; nil for what is missing.
public struct DiscoveredService {
  public let range: HandleRange
  public internal(set) var characteristics = FixedArray<4, DiscoveredCharacteristic?>()

  init(range: HandleRange, characteristicCount: Int) {
    self.range = range
    for _ in 0..<characteristicCount { characteristics.append(nil) }
  }

  var isComplete: Bool {
    for index in characteristics.indices where characteristics[index] == nil { return false }
    return true
  }

  /// Whether the characteristic is there without which the others are no use.
  var isUsable: Bool { characteristics.isEmpty || characteristics[0] != nil }
}

/// How a `ServiceDiscovery` ended.
public enum DiscoveryOutcome {
  case found(DiscoveredService)
  /// The server has no such service, or none with the first characteristic.
  case absent
  /// A procedure ended like this.
  case failed(ProcedureResult)
}

/// Finds a service by its UUID, up to four of its characteristics, and their configuration descriptors.
///
///     services → characteristics of each instance → descriptors of each characteristic → finished
///
/// A server may hold several instances: the first with all characteristics is taken, else the first with at least the
/// first characteristic. Start each of `nextProcedure()` on a client; hand over every event and result of it.
public struct ServiceDiscovery {
  private enum Stage {
    case services
    case characteristics(instance: Int)
    case descriptors(characteristic: Int)
    case finished(DiscoveryOutcome)
  }

  /// Instances looked at; a server with more gets the rest ignored.
  public static var instanceLimit: Int { 4 }

  private let service: BluetoothUUID
  private let wanted: FixedArray<4, BluetoothUUID>
  private var stage = Stage.services
  private var isRunning = false
  private var instances = FixedArray<4, HandleRange>()
  private var current: DiscoveredService?
  private var best: DiscoveredService?
  /// The wanted characteristic declared last, whose descriptors end where the next declaration stands.
  private var open: Int?

  /// - Parameter characteristics: the first is the one without which the service is no use.
  public init(service: BluetoothUUID, characteristics: FixedArray<4, BluetoothUUID>) {
    self.service = service
    wanted = characteristics
  }

  /// What was found; nil as long as the search goes on.
  public var outcome: DiscoveryOutcome? {
    guard case .finished(let outcome) = stage else { return nil }
    return outcome
  }

  /// What to start next; nil while it runs, and when the search is over.
  public mutating func nextProcedure() -> Procedure? {
    guard !isRunning else { return nil }
    switch stage {
    case .services:
      isRunning = true
      return .discoverPrimaryService(service)
    case .characteristics(let instance):
      isRunning = true
      return .discoverCharacteristics(instances[instance])
    case .descriptors(let characteristic):
      guard let range = best?.characteristics[characteristic]?.descriptorRange else { return nil }
      isRunning = true
      return .discoverDescriptors(range)
    case .finished:
      return nil
    }
  }

  /// Takes what the client found. Events of other kinds change nothing.
  public mutating func handle(_ event: borrowing ClientEvent) {
    guard isRunning else { return }
    switch (stage, copy event) {
    case (.services, .services(var entries)):
      while let range = entries.next() { _ = instances.pushLast(range) }
    case (.characteristics, .characteristics(var entries)):
      while let declaration = entries.next() { note(declaration) }
    case (.descriptors(let index), .descriptors(var entries)):
      while let descriptor = entries.next() { note(descriptor, of: index) }
    default:
      break
    }
  }

  /// Takes how the procedure started last ended.
  public mutating func handle(_ result: ProcedureResult) {
    guard isRunning else { return }
    isRunning = false
    guard result == .success else {
      stage = .finished(.failed(result))
      return
    }
    switch stage {
    case .services: lookAtInstance(0)
    case .characteristics(let instance): finishInstance(instance)
    case .descriptors(let characteristic): lookAtDescriptors(from: characteristic + 1)
    case .finished: break
    }
  }

  private mutating func lookAtInstance(_ instance: Int) {
    guard instance < instances.count else { return lookAtDescriptors(from: 0) }
    current = DiscoveredService(range: instances[instance], characteristicCount: wanted.count)
    open = nil
    stage = .characteristics(instance: instance)
  }

  private mutating func finishInstance(_ instance: Int) {
    guard let current, current.isUsable else { return lookAtInstance(instance + 1) }
    if current.isComplete {
      best = current
      return lookAtDescriptors(from: 0)
    }
    best = best ?? current
    lookAtInstance(instance + 1)
  }

  private mutating func lookAtDescriptors(from first: Int) {
    guard let best else {
      stage = .finished(.absent)
      return
    }
    var index = first
    while index < best.characteristics.count {
      if let found = best.characteristics[index], found.mayHaveConfiguration, found.descriptorRange != nil {
        stage = .descriptors(characteristic: index)
        return
      }
      index += 1
    }
    stage = .finished(.found(best))
  }

  /// A type declared twice counts once: the first is taken.
  private mutating func note(_ declaration: CharacteristicDeclaration) {
    guard let range = current?.range else { return }
    if let open { current?.characteristics[open]?.close(before: declaration.handle) }
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
      let found = best?.characteristics[index], found.configurationHandle == nil
    else { return }
    best?.characteristics[index]?.configurationHandle = descriptor.attributeHandle
  }
}
