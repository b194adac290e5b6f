internal import Octets

/// The characteristics that the phone has.
struct Characteristics {
  var command = false
  var update = false
  var attribute = false
}

/// The write that is under way.
enum Transaction: Equatable {
  case setup(SetupStep, withName: Bool)
  case command(RemoteCommandID)
  /// Selects the attribute that is read next. `isOvertaken`: a newer value has arrived since.
  case select(MediaAttribute, isOvertaken: Bool)
  /// A command whose end was reported already.
  case abandoned

  /// Appends the value to write. The caller has made sure that there is room.
  @_lifetime(output: copy output)
  func request(into output: inout OutputSpan<UInt8>) -> MediaRequest? {
    switch self {
    case .setup(.registerPlayer, let withName):
      Self.register(.player, attributes: withName ? 0..<3 : 1..<3, into: &output)
      return .write(.entityUpdate)
    case .setup(.registerTrack, _):
      Self.register(.track, attributes: 0..<4, into: &output)
      return .write(.entityUpdate)
    case .command(let command):
      output.append(command.rawValue)
      return .write(.remoteCommand)
    case .select(let attribute, _):
      output.append(attribute.entityID.rawValue)
      output.append(attribute.attributeID)
      return .write(.entityAttribute)
    case .abandoned: return nil
    }
  }

  ///     | entityID: 1 | attributeID: 1 | …        AMS specification, "Entity Update"
  @_lifetime(output: copy output)
  private static func register(_ entity: EntityID, attributes: Range<UInt8>, into output: inout OutputSpan<UInt8>) {
    output.append(entity.rawValue)
    for attribute in attributes { output.append(attribute) }
  }
}
