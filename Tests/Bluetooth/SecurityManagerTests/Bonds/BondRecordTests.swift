import Identifiers
import Octets
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// The record of the bond table as it is stored.
@Suite struct BondRecordTests {
  func makeTable(count: UInt8) -> BondTable {
    var table = BondTable(identity: BondTableTests.identity)
    for number in 0..<count {
      var bond = Sample.bond(number + 1)
      bond.serverSettings.configurations = 0x0102_0304 &* UInt32(number)
      bond.serverSettings.supportedFeatures = number
      bond.serverSettings.databaseHash = Value128(octets: .init(repeating: number))
      if number % 2 == 0 { bond.name = BoundedText("Annas iPhone") }
      _ = table.commit(bond)
    }
    if count > 2 { _ = table.select(Sample.bond(3).identity) }
    return table
  }

  func encode(_ table: BondTable) throws -> [UInt8] {
    var buffer = OctetBuffer<1024>()
    try buffer.append { output throws(EncodeError) in try table.encode(into: &output) }
    return buffer.span.list
  }

  func decode(_ record: [UInt8]) throws -> BondTable { try BondTable(decoding: record.span) }

  /// Returns `record` with a correct checksum.
  func sealed(_ record: [UInt8]) -> [UInt8] {
    var checksum = CRC32()
    checksum.update(record.span.extracting(droppingLast: 4))
    return record.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (8 * UInt32($0))) }
  }

  @Test func layoutStays() throws {
    var table = BondTable(identity: BondTableTests.identity)
    var bond = Bond(
      identity: Sample.phoneIdentity, identityResolvingKey: Sample.phoneKey,
      longTermKey: Value128("c844d53d50351bc32076b0d712d73df3"), strength: .full, localKeyReceipt: .received,
      localIdentityResolvingKey: Value128(wire: "202122232425262728292a2b2c2d2e2f"))
    bond.serverSettings.configurations = 0x0403_0201
    bond.serverSettings.supportedFeatures = 0x07
    bond.serverSettings.databaseHash = Value128(wire: "101112131415161718191a1b1c1d1e1f")
    bond.name = BoundedText("Zoës iPhone")
    _ = table.commit(bond)
    _ = table.select(bond.identity)
    _ = table.promise(Sample.watch)
    let expected = octets(
      hex: """
        424c4642 03 01 a0a1a2a3a4c5 000102030405060708090a0b0c0d0e0f
        00 050403d2d1a4 1f 9b7d390aa610103405adc857a33402ec f33dd712d7b07620c31b35503dd544c8 10
        0000 0000000000000000 01020304 07 101112131415161718191a1b1c1d1e1f 01000000
        0c 5a6fc3ab7320 6950686f6e65 000000000000000000000000 202122232425262728292a2b2c2d2e2f
        00 563412eb27b8
        """)
    #expect(try encode(table).dropLast(4) == expected[...])
    #expect(try encode(table) == sealed(expected + [0, 0, 0, 0]))
  }

  /// Written by belfry 0.1.0.
  @Test func recordOfVersion1IsRead() throws {
    let record = octets(
      hex: """
        424c4642 01 01 a0a1a2a3a4c5 000102030405060708090a0b0c0d0e0f
        00 050403d2d1a4 07 9b7d390aa610103405adc857a33402ec f33dd712d7b07620c31b35503dd544c8 10
        0000 0000000000000000 01020304 07 101112131415161718191a1b1c1d1e1f 01000000
        cfdd3097
        """)
    let table = try decode(record)
    #expect(table.identity == BondTableTests.identity)
    #expect(table.count == 1 && table.selected == nil)
    #expect(table[0].identity == Sample.phoneIdentity && table[0].identityResolvingKey == Sample.phoneKey)
    #expect(table[0].longTermKey == Value128("c844d53d50351bc32076b0d712d73df3") && table[0].strength == .full)
    #expect(table[0].serverSettings.configurations == 0x0403_0201 && table[0].serverSettings.supportedFeatures == 7)
    #expect(table[0].serverSettings.databaseHash == Value128(wire: "101112131415161718191a1b1c1d1e1f"))
    #expect(table[0].lastUsed == 1 && table[0].name.isEmpty && table.promisedAddress == nil)
    #expect(table[0].localKeyReceipt == .unknown && table[0].localIdentityResolvingKey == nil)
    for bit in 0..<8 * record.count {
      var damaged = record
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: BondRecordError.damaged, "bit \(bit)") { try decode(damaged) }
    }
  }

  /// Written by belfry 0.3.0.
  @Test func recordOfVersion2IsRead() throws {
    let record = octets(
      hex: """
        424c4642 02 01 a0a1a2a3a4c5 000102030405060708090a0b0c0d0e0f
        00 050403d2d1a4 0f 9b7d390aa610103405adc857a33402ec f33dd712d7b07620c31b35503dd544c8 10
        0000 0000000000000000 01020304 07 101112131415161718191a1b1c1d1e1f 01000000
        0c 5a6fc3ab7320 6950686f6e65 000000000000000000000000
        00 563412eb27b8 62f1e0b6
        """)
    let table = try decode(record)
    #expect(table.count == 1 && table.selected == Sample.phoneIdentity && table.promisedAddress == Sample.watch)
    #expect(table[0].identityResolvingKey == Sample.phoneKey && table[0].strength == .full)
    #expect(table[0].longTermKey == Value128("c844d53d50351bc32076b0d712d73df3"))
    #expect(table[0].serverSettings.databaseHash == Value128(wire: "101112131415161718191a1b1c1d1e1f"))
    #expect(table[0].serverSettings.configurations == 0x0403_0201 && table[0].serverSettings.supportedFeatures == 7)
    #expect(table[0].name.isEqual(to: BoundedText("Zoës iPhone")) && table[0].lastUsed == 1)
    #expect(table[0].localKeyReceipt == .unknown && table[0].localIdentityResolvingKey == nil)
    for bit in 0..<8 * record.count {
      var damaged = record
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: BondRecordError.damaged, "bit \(bit)") { try decode(damaged) }
    }
  }

  @Test(arguments: [(1, UInt8(0x08)), (2, 0x10), (2, 0x20), (3, 0x40), (3, 0x80)] as [(UInt8, UInt8)])
  func noVersionHasTheFlagsOfALaterOne(version: UInt8, flag: UInt8) throws {
    var record = try encode(makeTable(count: 1))
    switch version {
    case 1: record = Array(record.prefix(104)) + [0, 0, 0, 0]
    case 2: record.removeSubrange(129..<145)
    default: break
    }
    record[4] = version
    #expect(try decode(sealed(record)).count == 1)
    record[35] |= flag
    #expect(throws: BondRecordError.damaged) { try decode(sealed(record)) }
  }

  @Test(arguments: [LocalKeyReceipt.unknown, .notReceived, .received])
  func receiptOfTheWatchsKeySurvives(receipt: LocalKeyReceipt) throws {
    var table = BondTable(identity: BondTableTests.identity)
    _ = table.commit(
      Bond(
        identity: Sample.phoneIdentity, identityResolvingKey: nil, longTermKey: Sample.phoneKey, strength: .full,
        localKeyReceipt: receipt))
    #expect(try decode(encode(table))[0].localKeyReceipt == receipt)
  }

  /// Both flags of the receipt; an individual key for a phone that has not received it; a key that others have.
  @Test func watchsKeyForOnePhoneIsItsOwn() throws {
    let record = try encode(makeTable(count: 2))
    func isRefused(_ change: (inout [UInt8]) -> Void) -> Bool {
      var record = record
      change(&record)
      return (try? decode(sealed(record))) == nil
    }
    func setKey(_ octet: UInt8, at place: Int, _ record: inout [UInt8]) {
      record[place + 7] |= 0x10
      for index in 0..<16 { record[place + 101 + index] = octet }
    }
    #expect(!isRefused { setKey(7, at: 28, &$0) })
    #expect(
      !isRefused {
        setKey(7, at: 28, &$0)
        setKey(8, at: 145, &$0)
      })
    #expect(
      isRefused {
        setKey(7, at: 28, &$0)
        setKey(7, at: 145, &$0)
      })
    #expect(isRefused { $0[35] |= 0x30 })
    #expect(isRefused { $0[129] = 7 })
    #expect(
      isRefused {
        $0[35] |= 0x20
        $0[129] = 7
      })
    #expect(
      isRefused {
        $0[35] |= 0x10
        for index in 0..<16 { $0[129 + index] = $0[12 + index] }
      })
  }

  @Test(arguments: 0...8)
  func tableSurvives(count: UInt8) throws {
    let table = makeTable(count: count)
    let record = try encode(table)
    #expect(record.count == 39 + 117 * Int(count))
    let loaded = try decode(record)
    #expect(loaded.identity == table.identity)
    #expect(loaded.count == table.count)
    for index in 0..<table.count { #expect(loaded[index] == table[index]) }
    #expect(try encode(loaded) == record)
  }

  @Test func fullTableFitsTheMaximumExactly() throws {
    #expect(try encode(makeTable(count: 8)).count == BondTable.maximumRecordSize)
  }

  @Test func unusualBondsSurvive() throws {
    var table = BondTable(identity: BondTableTests.identity)
    let strength = BondStrength(keySize: 7, isAuthenticated: false, usesSecureConnections: false)
    _ = table.commit(
      Bond(
        identity: DeviceAddress(.random, "c00000000001"), identityResolvingKey: nil, longTermKey: Sample.phoneKey,
        strength: strength,
        keyIdentification: LongTermKeyRequest(random: 0x0102_0304_0506_0708, encryptedDiversifier: 0x1234)))
    let loaded = try decode(encode(table))
    #expect(loaded[0] == table[0])
  }

  @Test func everyShorterAndLongerRecordIsRefused() throws {
    let record = try encode(makeTable(count: 8))
    for count in 0..<record.count {
      #expect(throws: BondRecordError.damaged) { try decode([UInt8](record.prefix(count))) }
      // Not even with a matching checksum.
      if count >= 4 {
        #expect(throws: BondRecordError.damaged) { try decode(sealed([UInt8](record.prefix(count)))) }
      }
    }
    #expect(throws: BondRecordError.damaged) { try decode(record + [0]) }
    #expect(throws: BondRecordError.damaged) { try decode(record + record) }
  }

  @Test func everyFlippedBitIsRefused() throws {
    let record = try encode(makeTable(count: 3))
    for bit in 0..<8 * record.count {
      var damaged = record
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: BondRecordError.damaged, "bit \(bit)") { try decode(damaged) }
    }
  }

  @Test func laterVersionIsReported() throws {
    var record = try encode(makeTable(count: 1))
    for version: UInt8 in [0, 4, 255] {
      record[4] = version
      #expect(throws: BondRecordError.unknownVersion(version)) { try decode(sealed(record)) }
    }
  }

  /// Octet and value: values that no table has, with a matching checksum.
  @Test(arguments: [
    (0, UInt8(0x43)), (5, 0), (5, 2), (5, 9), (5, 255), (11, 0x45),
    // Address type; a public address marked as random, which is not static; flags; key size.
    (28, 2), (28, 1), (35, 0x4F), (35, 0x06), (68, 6), (68, 17), (68, 0),
    // The name: longer than its field, not UTF-8, followed by other octets.
    (104, 25), (104, 255), (116, 0xFF), (117, 1), (128, 0x41), (104, 11),
    // No given address: an unknown type, a random address of zeros, an address without a type.
    (145, 2), (145, 1), (146, 1),
  ])
  func impossibleValueIsRefused(offset: Int, value: UInt8) throws {
    var record = try encode(makeTable(count: 1))
    record[offset] = value
    #expect(throws: BondRecordError.damaged) { try decode(sealed(record)) }
  }

  @Test(arguments: [nil, Sample.watch, Sample.identity.address] as [DeviceAddress?])
  func thePromisedAddressIsKept(address: DeviceAddress?) throws {
    var table = makeTable(count: 1)
    if let address { _ = table.promise(address) }
    #expect(try decode(encode(table)).promisedAddress == address)
  }

  @Test(arguments: [12..<28, 36..<52, 52..<68])
  func keyOfZerosIsRefused(range: Range<Int>) throws {
    var record = try encode(makeTable(count: 1))
    for index in range { record[index] = 0 }
    #expect(throws: BondRecordError.damaged) { try decode(sealed(record)) }
  }

  @Test func samePhoneTwiceIsRefused() throws {
    var record = try encode(makeTable(count: 2))
    record.replaceSubrange(145..<262, with: record[28..<145])
    #expect(throws: BondRecordError.damaged) { try decode(sealed(record)) }
  }

  @Test func twoSelectedPhonesAreRefused() throws {
    var record = try encode(makeTable(count: 2))
    record[35] |= 0x08
    #expect(try decode(sealed(record)).selected == Sample.bond(1).identity)
    record[152] |= 0x08
    #expect(throws: BondRecordError.damaged) { try decode(sealed(record)) }
  }

  @Test func outputWithoutRoomThrows() {
    let table = makeTable(count: 2)
    var buffer = OctetBuffer<265>()
    #expect(throws: EncodeError.insufficientCapacity) {
      try buffer.append { output throws(EncodeError) in try table.encode(into: &output) }
    }
    let count = buffer.count
    #expect(count == 0)
  }

  @Test func recordIsAppendedAfterTheContents() throws {
    let table = makeTable(count: 1)
    var buffer = OctetBuffer<256>()
    try buffer.put(0x77)
    try buffer.append { output throws(EncodeError) in
      try output.put(0x78 as UInt8)
      try table.encode(into: &output)
    }
    #expect(try buffer.span.list == [0x77, 0x78] + encode(table))
  }

  @Test func anythingAtAllNeverTraps() throws {
    var generator = SeededGenerator(seed: 3)
    let record = try encode(makeTable(count: 8))
    for _ in 0..<3000 {
      var octets = generator.number(in: 0..<2) == 0 ? record : generator.octets(generator.number(in: 0..<900))
      for _ in 0..<generator.number(in: 0..<4) where !octets.isEmpty {
        octets[generator.number(in: 0..<octets.count)] = generator.octet()
      }
      let candidate = octets.count >= 4 ? sealed(octets) : octets
      guard let table = try? decode(candidate) else { continue }
      #expect(try candidate[4] < 3 || encode(table) == candidate)
    }
  }
}
