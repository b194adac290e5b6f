internal import ANCS
internal import BluetoothHost
internal import Control
internal import LinuxPlatform
internal import Octets
internal import PhoneClient
internal import Watch
internal import WatchModel

// The answers at the control socket, in the event stream's words.
extension JSONFields where Self: ~Copyable {
  mutating func put(_ action: ActionID, on uid: NotificationUID) {
    field("uid", number: uid.rawValue)
    field("action", action.name)
  }

  mutating func put(_ result: ActionResult, of action: ActionID, on uid: NotificationUID) {
    put(action, on: uid)
    var name = OctetBuffer<16>()
    // The longest name has 12 octets.
    name.append { output in try? result.putName(into: &output) }
    field("result", text: name.span)
  }

  /// The reason why a line is not a request, and the faulty field.
  mutating func put(_ defect: ControlDefect) {
    switch defect {
    case .malformed: field("error", "malformed")
    case .unknownRequest: field("error", "unknownRequest")
    case .unknownField: field("error", "unknownField")
    case .notBuilt: field("error", "notBuilt")
    case .missing(let name):
      field("error", "missingField")
      field("field", name.name)
    case .invalid(let name):
      field("error", "invalidField")
      field("field", name.name)
    }
  }

  /// The five alarms: `alarm1`, its days and whether it is on, and so on; and whether they wait for the time.
  mutating func putAlarms(of application: borrowing WatchApplication) {
    field("result", "ok")
    field("waiting", flag: application.watch.areAlarmsWaiting)
    for index in 0..<5 {
      let alarm = application.watch.alarm(at: index)
      putList(alarm, index)
    }
  }

  /// `"alarm1":"07:00 mon,tue on"`
  private mutating func putList(_ alarm: Alarm, _ index: Int) {
    let names: [5 of StaticString] = ["alarm1", "alarm2", "alarm3", "alarm4", "alarm5"]
    var text = OctetBuffer<48>()
    // The longest text has 37 octets.
    text.append { output in try? alarm.putText(into: &output) }
    field(names[index], text: text.span)
  }

  /// How things stand.
  mutating func putStatus(of application: borrowing WatchApplication) {
    field("result", "ok")
    field("state", application.watch.connectionState.name)
    if let trouble = application.watch.connectionTrouble { field("reason", trouble.name) }
    field("screen", application.watch.screen.name)
    field("notifications", number: UInt32(truncatingIfNeeded: application.client.phone.session.notifications.count))
    field("unread", number: UInt32(truncatingIfNeeded: application.watch.unreadCount))
    field("bonds", number: UInt32(truncatingIfNeeded: application.host.bondCount))
    if application.unfinishedDeliveryCount > 0 {
      field("unfinishedDeliveries", number: application.unfinishedDeliveryCount)
    }
  }
}

extension ActionRefusal {
  /// The name in an answer.
  var name: StaticString {
    switch self {
    case .unknownNotification: "unknownNotification"
    case .notOffered: "notOffered"
    case .notReady: "notReady"
    case .busy: "busy"
    }
  }
}
