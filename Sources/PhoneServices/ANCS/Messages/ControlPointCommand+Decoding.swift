public import Octets

// Decoding of commands, for programs that read a recorded session or act as the phone.
extension GetNotificationAttributes {
  /// How many octets of the command its reply repeats: command and UID.
  public static var headerCount: Int { AttributeRequest.headerCount }

  /// All of `value`, which asks for at most eight attributes whose values fit a text slot.
  ///
  /// - Throws: `truncated` if it ends too early, `invalidValue` for another command, an unknown attribute, or too much.
  public init(decoding value: Span<UInt8>) throws(DecodeError) {
    try self.init(decoding: value, longestValue: .max, slotCount: TextSlot.count)
  }

  /// The same for a slot of `slotCount` octets. At most `longestValue` octets of a value are kept.
  ///
  /// - Throws: also `invalidValue` if a value could begin behind the first 32,767 octets of the slot.
  public init(decoding value: Span<UInt8>, longestValue: UInt16, slotCount: Int) throws(DecodeError) {
    var rest = value
    guard try rest.takeUInt8() == CommandID.getNotificationAttributes.rawValue else { throw .invalidValue }
    uid = NotificationUID(rawValue: try rest.takeUInt32())
    var request = AttributeRequest()
    while !rest.isEmpty {
      guard let id = NotificationAttributeID(rawValue: try rest.takeUInt8()) else { throw .invalidValue }
      let maximum = min(id.hasMaximumLength ? try rest.takeUInt16() : id.usualMaximum, longestValue)
      let attribute = RequestedAttribute(id, maximumLength: maximum)
      guard request.pushLast(attribute, slotCount: slotCount) == nil else { throw .invalidValue }
    }
    guard request.count > 0 else { throw .truncated }
    attributes = request
  }
}

extension GetAppAttributes {
  /// All of `value`, which asks for an app's display name.
  ///
  /// - Throws: `truncated` if it ends too early, `invalidValue` if it asks for anything else.
  @_lifetime(copy value)
  public init(decoding value: Span<UInt8>) throws(DecodeError) {
    guard value.count >= 4 else { throw .truncated }
    guard value[0] == CommandID.getAppAttributes.rawValue, value[value.count - 2] == 0,
      value[value.count - 1] == AppAttributeID.displayName.rawValue,
      let command = GetAppAttributes(appIdentifier: value.extracting(1..<value.count - 2))
    else { throw .invalidValue }
    self = command
  }
}
