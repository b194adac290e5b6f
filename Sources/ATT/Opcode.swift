/// The first octet of every PDU. Bit 6 marks a command, which is never answered; bit 7 a signature.
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.8.
public enum Opcode: UInt8, Sendable {
  case errorResponse = 0x01
  case exchangeMTURequest = 0x02
  case exchangeMTUResponse = 0x03
  case findInformationRequest = 0x04
  case findInformationResponse = 0x05
  case findByTypeValueRequest = 0x06
  case findByTypeValueResponse = 0x07
  case readByTypeRequest = 0x08
  case readByTypeResponse = 0x09
  case readRequest = 0x0A
  case readResponse = 0x0B
  case readBlobRequest = 0x0C
  case readBlobResponse = 0x0D
  case readMultipleRequest = 0x0E
  case readMultipleResponse = 0x0F
  case readByGroupTypeRequest = 0x10
  case readByGroupTypeResponse = 0x11
  case writeRequest = 0x12
  case writeResponse = 0x13
  case prepareWriteRequest = 0x16
  case prepareWriteResponse = 0x17
  case executeWriteRequest = 0x18
  case executeWriteResponse = 0x19
  case handleValueNotification = 0x1B
  case handleValueIndication = 0x1D
  case handleValueConfirmation = 0x1E
  case readMultipleVariableRequest = 0x20
  case readMultipleVariableResponse = 0x21
  case multipleHandleValueNotification = 0x23
  case writeCommand = 0x52
  case signedWriteCommand = 0xD2

  /// Whether an opcode, known or not, is a command's.
  public static func isCommand(_ rawValue: UInt8) -> Bool { rawValue & 0x40 != 0 }

  /// Who a PDU is for: the side that sent the request gets the response.
  var audience: AttributeBearer.Route {
    switch self {
    case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest, .readRequest,
      .readBlobRequest, .readMultipleRequest, .readByGroupTypeRequest, .writeRequest, .prepareWriteRequest,
      .executeWriteRequest, .handleValueConfirmation, .readMultipleVariableRequest, .writeCommand,
      .signedWriteCommand:
      .server
    case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
      .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse, .readByGroupTypeResponse,
      .writeResponse, .prepareWriteResponse, .executeWriteResponse, .handleValueNotification,
      .handleValueIndication, .readMultipleVariableResponse, .multipleHandleValueNotification:
      .client
    }
  }
}
