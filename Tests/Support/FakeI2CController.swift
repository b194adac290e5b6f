import Peripherals

/// A bus that records every transfer, and fails on request.
public struct FakeI2CController: I2CController, ~Copyable {
  /// The peripheral did not acknowledge.
  public struct NotAcknowledged: Error, Equatable {}

  /// One message: the address, and the octets after it.
  public struct Transfer: Equatable {
    public let octets: [UInt8]
    public let address: UInt8
  }

  public private(set) var transfers: [Transfer] = []
  public var isFailing = false

  public init() {}

  public mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(NotAcknowledged) {
    guard !isFailing else { throw NotAcknowledged() }
    var copy: [UInt8] = []
    for index in octets.indices { copy.append(octets[index]) }
    transfers.append(Transfer(octets: copy, address: address.rawValue))
  }

  /// Forgets the recorded transfers.
  public mutating func removeTransfers() { transfers.removeAll() }

  /// The octets on the wire, with an address octet before each message.
  public var wireOctetCount: Int { transfers.reduce(0) { $0 + 1 + $1.octets.count } }
}
