import Foundation

/// A session of `session.py`, and what the slow decoder has found in it.
struct Session {
  /// What the table calls it: its MTU, or the name of the file.
  let name: String
  let records: [UInt8]
  /// The same as octets of HCI; empty if there is no such file.
  let transport: [UInt8]
  /// The sum that the parser has to find; nil if nobody has decoded the file.
  let checksum: UInt32?

  private struct Found: Decodable { let checksum: UInt32 }

  /// `BELFRY_SESSION` names another one; `BELFRY_SESSIONS` is the folder of the usual ones.
  static var all: [Session] {
    let variables = ProcessInfo.processInfo.environment
    if let file = variables["BELFRY_SESSION"] { return [Session(URL(fileURLWithPath: file), name: nil)] }
    guard let folder = variables["BELFRY_SESSIONS"] else { return [] }
    return ["23", "185", "517"].map {
      Session(URL(fileURLWithPath: folder).appendingPathComponent("session-\($0).records"), name: "MTU \($0)")
    }
  }

  private init(_ file: URL, name: String?) {
    guard let records = try? Data(contentsOf: file) else { fatalError("cannot read \(file.path)") }
    self.records = [UInt8](records)
    let stem = file.deletingPathExtension()
    self.name = name ?? stem.lastPathComponent
    transport = (try? Data(contentsOf: stem.appendingPathExtension("h4"))).map { [UInt8]($0) } ?? []
    let found = try? JSONDecoder().decode(Found.self, from: Data(contentsOf: stem.appendingPathExtension("json")))
    checksum = found?.checksum
  }

  /// Ends the program if a workload has not found what is in the session.
  func check(_ checksum: UInt32, _ workload: String) {
    guard let expected = self.checksum else { return }
    precondition(checksum == expected, "\(workload), \(name): \(checksum) instead of \(expected)")
  }
}
