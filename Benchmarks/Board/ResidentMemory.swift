internal import CLinux
internal import Octets

/// The kernel's figures about this process.
enum ResidentMemory {
  /// The peak of resident memory in KiB; 0 if the kernel does not report it.
  static var kibibytes: UInt32 {
    let status = readStatus()
    return number(behind: "VmHWM:", in: status.span)
  }

  private static func readStatus() -> OctetBuffer<2_048> {
    let path: StaticString = "/proc/self/status"
    var status = OctetBuffer<2_048>()
    let file = unsafe belfry_open(path.utf8Start, path.utf8CodeUnitCount, BELFRY_OPEN_READ)
    guard file >= 0 else { return status }
    status.append { output in
      // Safe: the call writes at most the room it is given, and returns the number of octets.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        let read = unsafe belfry_read(file, buffer.baseAddress, buffer.count)
        count = max(0, Int(read))
      }
    }
    belfry_close(file)
    return status
  }

  /// The first number after a word.
  private static func number(behind word: StaticString, in text: Span<UInt8>) -> UInt32 {
    let count = word.utf8CodeUnitCount
    var first = 0
    while first + count < text.count, !text.extracting(first..<first + count).isEqual(to: word.utf8Span) { first += 1 }
    var value: UInt32 = 0
    for index in first + count..<max(first + count, text.count) {
      switch text[index] {
      case 0x30...0x39: value = value * 10 + UInt32(text[index] - 0x30)
      case 0x09, 0x20: continue
      default: return value
      }
    }
    return value
  }
}
