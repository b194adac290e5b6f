import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

/// The contents of a btsnoop file.
struct CaptureFile {
  struct Record: Equatable {
    let length: UInt32
    let flags: UInt32
    let time: UInt64
    let octets: [UInt8]
  }

  private(set) var records: [Record] = []

  init(_ file: [UInt8]) throws {
    try #require(file.starts(with: Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]))
    var rest = file.dropFirst(16)
    func take(_ count: Int) throws -> UInt64 {
      try #require(rest.count >= count)
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
    while !rest.isEmpty {
      let length = UInt32(try take(4))
      let included = Int(try take(4))
      let flags = UInt32(try take(4))
      try #require(try take(4) == 0)
      let time = try take(8)
      try #require(rest.count >= included)
      records.append(Record(length: length, flags: flags, time: time, octets: Array(rest.prefix(included))))
      rest = rest.dropFirst(included)
    }
  }
}

@Suite struct CaptureTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
  private static let complete: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
  private static let acl: [UInt8] = [0x02, 0x40, 0x20, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x02, 0x17, 0x00]

  private func records() throws -> [CaptureFile.Record] {
    try CaptureFile(try #require(directory.contents(of: "capture"))).records
  }

  @Test func recordsHaveDirectionKindAndTime() throws {
    var capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    capture.noteSent(Self.reset.span)
    capture.noteReceived(Self.complete.span)
    capture.noteSent(Self.acl.span)
    capture.noteReceived(Self.acl.span)
    let records = try records()
    #expect(records.map(\.flags) == [2, 3, 0, 1])
    let attributes = try FileManager.default.attributesOfItem(atPath: directory("capture"))
    #expect(attributes[.posixPermissions] as? Int == 0o600, "it holds keys")
    #expect(records.map(\.octets) == [Self.reset, Self.complete, Self.acl, Self.acl])
    #expect(records.map(\.length) == [4, 7, 12, 12])
    // BlueZ, src/shared/btsnoop.c: the year 2000 begins at 0x00E03AB44A676000.
    let now = UInt64((Date().timeIntervalSince1970 - 946_684_800) * 1e6) + 0x00E0_3AB4_4A67_6000
    for record in records { #expect(record.time <= now && now - record.time < 60_000_000) }
  }

  @Test func packetCutAnywhereIsOneRecord() throws {
    var capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    for octet in Self.complete + Self.acl { capture.noteReceived([octet].span) }
    #expect(try records().map(\.octets) == [Self.complete, Self.acl])
  }

  @Test func longPacketIsCutAndMarked() throws {
    var capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    let long: [UInt8] = [0x02, 0x40, 0x20, 0xD0, 0x07] + [UInt8](repeating: 0x55, count: 2_000)
    capture.noteReceived(long.span)
    capture.noteReceived(Self.complete.span)
    let records = try records()
    #expect(records.map(\.length) == [2_005, 7])
    #expect(records.map(\.octets) == [Array(long.prefix(1_100)), Self.complete])
  }

  @Test func lostControllerLeavesNoHalfPacket() throws {
    var capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    capture.noteReceived(Array(Self.complete.prefix(4)).span)
    capture.restart()
    capture.noteReceived(Self.acl.span)
    #expect(try records().map(\.octets) == [Self.acl])
  }

  @Test func aDisabledCaptureIgnoresPackets() {
    var capture = Capture()
    capture.noteSent(Self.reset.span)
    capture.noteReceived(Self.complete.span)
    #expect(directory.names.isEmpty)
  }

  @Test func fullDiskEndsTheCaptureOnly() throws {
    let error = #expect(throws: PlatformError.self) { _ = try Capture(path: StaticBytes("/dev/full"), clock: Clock()) }
    #expect(error?.message.contains("No space left on device; make room on its file system") == true)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tshark")))
  func tsharkReadsIt() throws {
    var capture = try Capture(path: StaticBytes(directory("capture")), clock: Clock())
    capture.noteSent(Self.reset.span)
    capture.noteReceived(Self.complete.span)
    capture.noteReceived(Self.acl.span)
    let tshark = Process()
    tshark.executableURL = URL(fileURLWithPath: "/usr/bin/tshark")
    tshark.arguments = [
      "-r", directory("capture"), "-T", "fields", "-e", "hci_h4.direction", "-e", "hci_h4.type",
      "-e", "bthci_cmd.opcode", "-e", "btatt.opcode", "-e", "frame.time_epoch",
    ]
    let output = Pipe()
    tshark.standardOutput = output
    tshark.standardError = FileHandle.nullDevice
    try tshark.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tshark.waitUntilExit()
    #expect(tshark.terminationStatus == 0)
    let lines = text.split(separator: "\n").map { $0.components(separatedBy: "\t") }
    let expected = [["0x00", "0x01", "0x0c03", ""], ["0x01", "0x04", "", ""], ["0x01", "0x02", "", "0x02"]]
    #expect(lines.map { Array($0.dropLast()) } == expected)
    let now = Date().timeIntervalSince1970
    for line in lines { #expect(abs(now - (Double(line[4]) ?? 0)) < 60) }
  }
}
