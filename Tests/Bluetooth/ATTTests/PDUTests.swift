import ATT
import Identifiers
import Octets
import TestSupport
import Testing

/// The properties of every PDU type: it is decoded, and encoded to the same octets; every shorter prefix and every
/// other opcode is refused; and a refusal leaves the span unchanged.
struct PDUSample: Sendable, CustomTestStringConvertible {
  let name: String
  /// A complete PDU without a trailing value.
  let octets: [UInt8]
  /// Whether a value may follow; otherwise one more octet is refused.
  let mayBeFollowed: Bool
  /// Decodes and encodes again; also returns the number of remaining octets.
  let recode: @Sendable (inout Span<UInt8>) throws(DecodeError) -> [UInt8]

  var testDescription: String { name }

  init(
    _ name: String, _ hex: String, mayBeFollowed: Bool = false,
    _ recode: @escaping @Sendable (inout Span<UInt8>) throws(DecodeError) -> [UInt8]
  ) {
    self.name = name
    self.octets = TestSupport.octets(hex: hex)
    self.mayBeFollowed = mayBeFollowed
    self.recode = recode
  }

  static func bare<PDU: BarePDU>(_ type: PDU.Type, _ hex: String) -> PDUSample {
    PDUSample("\(type)", hex, mayBeFollowed: PDU.hasValue) { span throws(DecodeError) in
      let pdu = try PDU(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    }
  }
}

@Suite struct PDUTests {
  static let samples: [PDUSample] = [
    PDUSample("ErrorResponse", "01 0a 34 12 a2") { span throws(DecodeError) in
      let pdu = try ErrorResponse(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ExchangeMTURequest", "02 b9 00") { span throws(DecodeError) in
      let pdu = try ExchangeMTURequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ExchangeMTUResponse", "03 05 02") { span throws(DecodeError) in
      let pdu = try ExchangeMTUResponse(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("FindInformationRequest", "04 01 00 ff ff") { span throws(DecodeError) in
      let pdu = try FindInformationRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    // Discovery of ANCS at the smallest MTU: exactly 23 octets with the value.
    PDUSample("FindByTypeValueRequest", "06 01 00 ff ff 00 28", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try FindByTypeValueRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ReadByTypeRequest", "08 01 00 ff ff 03 28") { span throws(DecodeError) in
      let pdu = try ReadByTypeRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ReadRequest", "0a 03 00") { span throws(DecodeError) in
      let pdu = try ReadRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ReadBlobRequest", "0c 03 00 16 00") { span throws(DecodeError) in
      let pdu = try ReadBlobRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ReadByGroupTypeRequest", "10 01 00 ff ff 00 28") { span throws(DecodeError) in
      let pdu = try ReadByGroupTypeRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("WriteRequest", "12 0d 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try WriteRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("WriteCommand", "52 0d 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try WriteCommand(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("PrepareWriteRequest", "16 0d 00 12 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try PrepareWriteRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("PrepareWriteResponse", "17 0d 00 12 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try PrepareWriteResponse(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("ExecuteWriteRequest", "18 01") { span throws(DecodeError) in
      let pdu = try ExecuteWriteRequest(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("HandleValueNotification", "1b 03 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try HandleValueNotification(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    PDUSample("HandleValueIndication", "1d 03 00", mayBeFollowed: true) { span throws(DecodeError) in
      let pdu = try HandleValueIndication(decoding: &span)
      return output { try? pdu.encode(into: &$0) }
    },
    .bare(ReadResponse.self, "0b"), .bare(ReadBlobResponse.self, "0d"), .bare(ReadMultipleResponse.self, "0f"),
    .bare(WriteResponse.self, "13"), .bare(ExecuteWriteResponse.self, "19"), .bare(HandleValueConfirmation.self, "1e"),
  ]

  private func check(_ hex: String, _ body: (inout Span<UInt8>) throws(DecodeError) -> Void) throws {
    let octets = octets(hex: hex)
    var span = octets.span
    try body(&span)
  }

  @Test func errorResponseAndMTUAreReadAtTheirOffsets() throws {
    try check("01 0a 34 12 a2") { span throws(DecodeError) in
      let pdu = try ErrorResponse(decoding: &span)
      #expect(pdu.requestOpcodeInError == 0x0A)
      #expect(pdu.attributeHandleInError == 0x1234)
      #expect(pdu.errorCode == ErrorCode(rawValue: 0xA2))
    }
    try check("02 b9 00") { span throws(DecodeError) in
      let pdu = try ExchangeMTURequest(decoding: &span)
      #expect(pdu.clientReceiveMTU == 185)
    }
    try check("03 05 02") { span throws(DecodeError) in
      let pdu = try ExchangeMTUResponse(decoding: &span)
      #expect(pdu.serverReceiveMTU == 517)
    }
  }

  @Test func fieldsOfDiscoveryAreReadAtTheirOffsets() throws {
    try check("04 01 00 ff ff") { span throws(DecodeError) in
      let pdu = try FindInformationRequest(decoding: &span)
      #expect(pdu.range == .all)
    }
    try check("06 01 00 ff ff 00 28") { span throws(DecodeError) in
      let pdu = try FindByTypeValueRequest(decoding: &span)
      #expect(pdu.range == .all)
      #expect(pdu.attributeType == 0x2800)
    }
    try check("08 01 00 ff ff 03 28") { span throws(DecodeError) in
      let pdu = try ReadByTypeRequest(decoding: &span)
      #expect(pdu.range == .all)
      #expect(pdu.attributeType == .short(0x2803))
    }
    try check("08 02 00 05 00 d0002d121e4b0fa4994eceb531f40579") { span throws(DecodeError) in
      let pdu = try ReadByTypeRequest(decoding: &span)
      #expect(pdu.attributeType == BluetoothUUID(0x7905_F431_B5CE_4E99, 0xA40F_4B1E_122D_00D0))
    }
    try check("10 01 00 ff ff 00 28") { span throws(DecodeError) in
      let pdu = try ReadByGroupTypeRequest(decoding: &span)
      #expect(pdu.range == .all)
      #expect(pdu.attributeGroupType == .short(0x2800))
    }
  }

  @Test func fieldsOfReadsAndWritesAreReadAtTheirOffsets() throws {
    try check("0a 03 00") { span throws(DecodeError) in
      let pdu = try ReadRequest(decoding: &span)
      #expect(pdu.attributeHandle == 3)
    }
    try check("0c 03 00 16 00") { span throws(DecodeError) in
      let pdu = try ReadBlobRequest(decoding: &span)
      #expect(pdu.attributeHandle == 3)
      #expect(pdu.valueOffset == 22)
    }
    try check("12 0d 00") { span throws(DecodeError) in
      let pdu = try WriteRequest(decoding: &span)
      #expect(pdu.attributeHandle == 13)
    }
    try check("52 0d 00") { span throws(DecodeError) in
      let pdu = try WriteCommand(decoding: &span)
      #expect(pdu.attributeHandle == 13)
    }
  }

  @Test func fieldsOfQueuedWritesAreReadAtTheirOffsets() throws {
    try check("16 0d 00 12 00") { span throws(DecodeError) in
      let pdu = try PrepareWriteRequest(decoding: &span)
      #expect(pdu.attributeHandle == 13)
      #expect(pdu.valueOffset == 18)
    }
    try check("17 0d 00 12 00") { span throws(DecodeError) in
      let pdu = try PrepareWriteResponse(decoding: &span)
      #expect(pdu.attributeHandle.rawValue == 13)
      #expect(pdu.valueOffset == 18)
    }
    try check("18 01") { span throws(DecodeError) in
      let pdu = try ExecuteWriteRequest(decoding: &span)
      #expect(pdu.flags == .write)
    }
  }

  @Test func fieldsOfValuesFromTheServerAreReadAtTheirOffsets() throws {
    try check("1b 03 00") { span throws(DecodeError) in
      let pdu = try HandleValueNotification(decoding: &span)
      #expect(pdu.attributeHandle.rawValue == 3)
    }
    try check("1d 03 00") { span throws(DecodeError) in
      let pdu = try HandleValueIndication(decoding: &span)
      #expect(pdu.attributeHandle.rawValue == 3)
    }
  }

  @Test(arguments: samples) func decodesAndEncodesToTheSameOctets(_ sample: PDUSample) throws {
    var span = sample.octets.span
    let encoded = try sample.recode(&span)
    #expect(encoded == sample.octets)
    #expect(span.count == 0)
  }

  @Test(arguments: samples) func valueIsTheRestOfThePDU(_ sample: PDUSample) {
    let octets = sample.octets + [0x61, 0x62]
    var span = octets.span
    let encoded = try? sample.recode(&span)
    #expect((encoded != nil) == sample.mayBeFollowed)
    #expect(span.count == (sample.mayBeFollowed ? 2 : octets.count))
  }

  @Test(arguments: samples) func everyShorterPrefixIsRefusedAndTheSpanKept(_ sample: PDUSample) {
    for count in 0..<sample.octets.count {
      var span = sample.octets.span.extracting(first: count)
      let encoded = try? sample.recode(&span)
      #expect(encoded == nil)
      #expect(span.count == count)
    }
  }

  @Test(arguments: samples) func otherOpcodesAreRefusedAndTheSpanKept(_ sample: PDUSample) {
    for opcode in 0...UInt8.max where opcode != sample.octets[0] {
      let octets = [opcode] + sample.octets.dropFirst()
      var span = octets.span
      let encoded = try? sample.recode(&span)
      #expect(encoded == nil)
      #expect(span.count == octets.count)
    }
  }

  /// If the output is one octet too small, nothing is written.
  @Test func pduThatDoesNotFitLeavesTheOutputUnchanged() {
    let range = HandleRange.all
    let uuid = BluetoothUUID(1, 2)
    let encoders: [(Int, (inout OutputSpan<UInt8>) throws -> Void)] = [
      (
        5,
        {
          let error = ErrorResponse(requestOpcodeInError: 1, attributeHandleInError: 2, errorCode: .outOfRange)
          try error.encode(into: &$0)
        }
      ),
      (3, { try ExchangeMTURequest(clientReceiveMTU: 23).encode(into: &$0) }),
      (5, { try FindInformationRequest(range).encode(into: &$0) }),
      (2, { try FindInformationResponse(format: .longTypes).encode(into: &$0) }),
      (18, { try AttributeInformation(attributeHandle: .first, attributeType: uuid).encode(into: &$0) }),
      (7, { try FindByTypeValueRequest(range, attributeType: 1).encode(into: &$0) }),
      (4, { try FindByTypeValueResponse().encode(element: range, into: &$0) }),
      (21, { try ReadByTypeRequest(range, attributeType: uuid).encode(into: &$0) }),
      (7, { try ReadByGroupTypeRequest(range, attributeGroupType: .short(0x2800)).encode(into: &$0) }),
      (5, { try ReadBlobRequest(attributeHandle: .first, valueOffset: 1).encode(into: &$0) }),
      (3, { try WriteRequest(attributeHandle: .first).encode(into: &$0) }),
      (5, { try PrepareWriteRequest(attributeHandle: .first, valueOffset: 1).encode(into: &$0) }),
      (2, { try ExecuteWriteRequest(flags: .cancel).encode(into: &$0) }),
      (3, { try HandleValueIndication(attributeHandle: .first).encode(into: &$0) }),
    ]
    for (count, encode) in encoders {
      #expect(output(capacity: count) { try? encode(&$0) }.count == count)
      #expect(output(capacity: count - 1) { try? encode(&$0) }.isEmpty)
    }
  }

  /// Any octets that are decoded are encoded to the same octets.
  @Test(arguments: 0..<20 as Range<UInt64>) func randomOctetsNeverTrap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var octets = random.octets(random.number(in: 0..<40))
      for sample in Self.samples {
        if !octets.isEmpty { octets[0] = sample.octets[0] }
        var span = octets.span
        let encoded = try? sample.recode(&span)
        #expect((encoded ?? []) + span.list == octets)
      }
    }
  }
}
