internal import CVersion
public import Octets

/// The version of the firmware, as Board/version prints it.
public enum FirmwareVersion {
  /// `belfry 0.4.0` and a line end.
  public static var line: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: a constant array with that many octets.
      let octets = unsafe UnsafeBufferPointer(start: belfry_version_octets(), count: belfry_version_count())
      return unsafe _overrideLifetime(Span(_unsafeElements: octets), copying: ())
    }
  }

  /// `0.4.0`
  public static var number: BoundedText<40> {
    let name: StaticString = "belfry "
    return BoundedText(repairing: line.extracting(name.utf8CodeUnitCount..<line.count - 1))
  }
}
