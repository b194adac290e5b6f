public import AMS
public import ANCS
public import CurrentTimeService
public import Timing
public import WatchModel

/// An event of a phone or of the link with it.
public enum PhoneEvent: Equatable, Sendable {
  case session(SessionEvent)
  /// A session begins, because the notification service was found. Its notifications may be in the list already.
  case sessionFound
  /// Notifications are subscribed to.
  case subscribed
  /// The session has ended. The phone may have been out of reach for `silentFor` before. The notifications stay in the
  /// list.
  case sessionEnded(silentFor: Interval)
  /// Notifications of an earlier session were removed, because the phone did not send them again.
  case leftoversForgotten
  /// A fact about the phone has changed: see `PhoneState.facts`.
  case facts
  /// The link has ended. The facts about the phone were cleared.
  case factsForgotten
  /// The phone sent its time or zone: see `PhoneState.clock`.
  case timeHeard
  /// The phone's time was refused.
  case timeRefused(TimeRefusal)
  /// The client renewed the subscriptions or ended the link, because nothing arrived.
  case recovery(Recovery.Step, Recovery.Cause)
  /// The track, the playback or the commands that the player takes have changed: see `PhoneState.media`.
  case musicChanged
  case musicCommandEnded(RemoteCommandOutcome)
}
