internal import CLinux

extension PlatformError {
  /// Why a controller that was in use is lost, in one word for the event stream.
  public var lossName: StaticString {
    switch (subject, error.rawValue) {
    case (.controllerStream, 0), (.controllerStream, BELFRY_EPIPE), (.controllerStream, BELFRY_ECONNRESET): "closed"
    case (_, 0), (_, BELFRY_EPIPE), (_, BELFRY_ENODEV), (_, BELFRY_ENXIO): "unplugged"
    case (.serialController, BELFRY_EIO): "unplugged"
    case (_, BELFRY_ENETDOWN), (_, BELFRY_ERFKILL): "switchedOff"
    case (_, BELFRY_EMSGSIZE): "garbled"
    default: "inputOutput"
    }
  }
}
