internal import CLinux

/// A Linux error number, or the plain end of a stream.
struct SystemError: Equatable, Sendable {
  /// Positive, or 0 for the end of a stream.
  let rawValue: Int32

  static let ended = SystemError(rawValue: 0)

  /// Creates the error from the result of a function of the shim.
  init(status: Int32) { rawValue = status < 0 ? 0 &- status : 0 }

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// Appends the error's meaning in English.
  func describe(in message: inout MessageText) {
    guard rawValue != 0 else { return message.put("it was closed at the other end") }
    guard let text = unsafe belfry_error_text(rawValue) else {
      message.put("error ")
      return message.put(UInt32(truncatingIfNeeded: rawValue))
    }
    // Safe: the C library's descriptions are literals.
    let description = unsafe StaticBytes(cString: text)
    message.put(description.span)
  }
}
