import Foundation
import Workloads

/// A session of `session.py`, its scripts from `phone.py`, and the results of the slow decoder.
struct Session {
  /// The session's name in the table: its MTU, or the name of the file.
  let name: String
  let records: [UInt8]
  /// The script in which the notifications existed before; empty if there is no such file.
  let client: [UInt8]
  /// The script in which they are new; empty if there is no such file.
  let live: [UInt8]
  /// The same as `client`, as octets of HCI.
  let transport: [UInt8]
  /// The checksum that the parser must find; nil if there is no file with it.
  let checksum: UInt32?

  private struct Found: Decodable { let checksum: UInt32 }

  /// `BELFRY_SESSION` names another session; `BELFRY_SESSIONS` is the folder of the standard ones.
  static var all: [Session] {
    let variables = ProcessInfo.processInfo.environment
    if let file = variables["BELFRY_SESSION"] { return [Session(URL(fileURLWithPath: file), name: nil)] }
    guard let folder = variables["BELFRY_SESSIONS"] else { return [] }
    return ["23", "185", "517"].map {
      Session(URL(fileURLWithPath: folder).appendingPathComponent("session-\($0).records"), name: "MTU \($0)")
    }
  }

  /// A session with `count` notifications, at ATT_MTU 185.
  static func ofLength(_ count: Int) -> Session? {
    guard let folder = ProcessInfo.processInfo.environment["BELFRY_SESSIONS"] else { return nil }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("length-\(count)/session-185.records")
    return Session(file, name: nil)
  }

  private init(_ file: URL, name: String?) {
    guard let records = try? Data(contentsOf: file) else { fatalError("cannot read \(file.path)") }
    self.records = [UInt8](records)
    let stem = file.deletingPathExtension()
    self.name = name ?? stem.lastPathComponent
    let script = { (suffix: String) in
      (try? Data(contentsOf: stem.appendingPathExtension(suffix))).map { [UInt8]($0) } ?? []
    }
    client = script("client")
    live = script("live")
    transport = script("h4")
    let found = try? JSONDecoder().decode(Found.self, from: Data(contentsOf: stem.appendingPathExtension("json")))
    checksum = found?.checksum
  }

  /// Ends the program if a workload has not found the contents of the session.
  func check(_ tally: Tally, _ workload: String) {
    precondition(tally.failure == nil, "\(workload), \(name): stopped at notification \(tally.added)")
    guard let expected = self.checksum else { return }
    precondition(tally.checksum == expected, "\(workload), \(name): \(tally.checksum) instead of \(expected)")
  }
}
