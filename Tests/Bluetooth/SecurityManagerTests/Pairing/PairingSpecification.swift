/// The specification's tables for a Pairing Request and a Pairing Response, as octets.
///
/// It uses none of the product's types, so that the product can be compared with it. Core Spec 5.4, Vol 3, Part H,
/// 2.3.5.1.
enum PairingSpecification {
  enum Model { case justWorks, numericComparison, outOfBand, passkey }

  /// The seven octets of a request or a response.
  typealias PDU = [UInt8]

  /// Table 2.8 without Secure Connections: rows are the responder's IO capability, columns the initiator's, both in the
  /// order DisplayOnly, DisplayYesNo, KeyboardOnly, NoInputNoOutput, KeyboardDisplay.
  private static let legacy: [[Model]] = [
    [.justWorks, .justWorks, .passkey, .justWorks, .passkey],
    [.justWorks, .justWorks, .passkey, .justWorks, .passkey],
    [.passkey, .passkey, .passkey, .justWorks, .passkey],
    [.justWorks, .justWorks, .justWorks, .justWorks, .justWorks],
    [.passkey, .passkey, .passkey, .justWorks, .passkey],
  ]

  /// Table 2.8 with Secure Connections, in the same order.
  private static let secureConnections: [[Model]] = [
    [.justWorks, .justWorks, .passkey, .justWorks, .passkey],
    [.justWorks, .numericComparison, .passkey, .justWorks, .numericComparison],
    [.passkey, .passkey, .passkey, .justWorks, .passkey],
    [.justWorks, .justWorks, .justWorks, .justWorks, .justWorks],
    [.passkey, .numericComparison, .passkey, .justWorks, .numericComparison],
  ]

  static func usesSecureConnections(_ request: PDU, _ response: PDU) -> Bool {
    request[3] & response[3] & 0x08 != 0
  }

  /// Tables 2.6 and 2.7 decide whether Table 2.8 is used. Without Secure Connections, out-of-band data counts if both
  /// sides have it; with them, if one side has it.
  ///
  /// - Precondition: no field has a reserved value.
  static func model(_ request: PDU, _ response: PDU) -> Model {
    let isSecure = usesSecureConnections(request, response)
    let (initiatorHasData, responderHasData) = (request[2] == 1, response[2] == 1)
    if isSecure ? initiatorHasData || responderHasData : initiatorHasData && responderHasData { return .outOfBand }
    guard (request[3] | response[3]) & 0x04 != 0 else { return .justWorks }
    return table(isSecure: isSecure, initiator: request[1], responder: response[1])
  }

  static func table(isSecure: Bool, initiator: UInt8, responder: UInt8) -> Model {
    (isSecure ? secureConnections : legacy)[Int(responder)][Int(initiator)]
  }
}
