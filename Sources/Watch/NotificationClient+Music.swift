internal import AMS
internal import ATT
internal import Octets
internal import Timing

// The media remote's requests, by way of the phone's other services.
extension NotificationClient {
  mutating func noteMediaFound(now: Instant) {
    watch.musicFound(
      hasRemoteCommand: sisters.offers(.remoteCommand), hasEntityUpdate: sisters.offers(.entityUpdate),
      hasEntityAttribute: sisters.offers(.entityAttribute), now: now)
  }

  /// A write that was asked for has ended.
  mutating func noteWritten(_ characteristic: SisterCharacteristic, _ refusal: SisterRefusal?, now: Instant) {
    guard characteristic.use.service == .media else { return }
    switch refusal {
    case nil: watch.musicWritten(.success, now: now)
    case .refused(let code): watch.musicWritten(.refused(MediaError(rawValue: code.rawValue)), now: now)
    case .absent, .notSubscribable, .invalidResponse, .noAnswer: watch.musicWritten(.failed, now: now)
    }
  }

  /// Takes the remote's next wishes: at most a read and a write.
  mutating func askMusic(now: Instant) {
    for _ in 0..<2 {
      var value = OctetBuffer<8>()
      guard let request = Self.nextRequest(of: &watch, into: &value, now: now) else { return }
      switch request {
      case .write(let characteristic):
        if !sisters.write(value.span, to: SisterCharacteristic(characteristic)) {
          watch.musicWritten(.failed, now: now)
        }
      case .readEntityAttribute:
        if !sisters.read(.entityAttribute) { watch.musicReadFailed() }
      }
    }
  }

  private static func nextRequest(
    of watch: inout WatchMachine, into value: inout OctetBuffer<8>, now: Instant
  ) -> MediaRequest? {
    var request: MediaRequest?
    value.append { output in request = watch.nextMusicRequest(into: &output, now: now) }
    return request
  }
}

extension SisterCharacteristic {
  fileprivate init(_ characteristic: MediaCharacteristic) {
    switch characteristic {
    case .remoteCommand: self = .remoteCommand
    case .entityUpdate: self = .entityUpdate
    case .entityAttribute: self = .entityAttribute
    }
  }
}
