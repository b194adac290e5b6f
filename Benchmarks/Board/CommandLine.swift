internal import CLinux
internal import LinuxPlatform
internal import Octets

/// The program's arguments.
struct CommandLine {
  /// Word `index`, of at most 255 octets; empty if there is no such word.
  func word(_ index: Int) -> OctetBuffer<255> {
    var word = OctetBuffer<255>()
    guard index < Int(belfry_argument_count()), var next = unsafe belfry_arguments()?[index] else { return word }
    // Safe: the kernel ends each word with a zero.
    while unsafe next.pointee != 0, word.freeCapacity > 0 {
      let octet = unsafe UInt8(bitPattern: next.pointee)
      word.append { output in output.append(octet) }
      unsafe next += 1
    }
    return word
  }

  /// Word `index`; nil if there is no such word.
  func path(_ index: Int) -> StaticBytes? {
    guard index < Int(belfry_argument_count()), let word = unsafe belfry_arguments()?[index] else { return nil }
    return unsafe StaticBytes(cString: word)
  }

  func number(_ index: Int) -> Int? {
    let digits = word(index)
    return Self.number(digits.span)
  }

  private static func number(_ digits: Span<UInt8>) -> Int? {
    var value: Int?
    for place in digits.indices {
      guard case 0x30...0x39 = digits[place] else { return nil }
      value = (value ?? 0) * 10 + Int(digits[place] - 0x30)
    }
    return value
  }

  /// Reads the file that word `index` names, up to the capacity of `block`.
  ///
  /// - Returns: the number of octets read; 0 if the file cannot be read.
  func read<let capacity: Int>(_ index: Int, into block: inout OctetBlock<capacity>) -> Int {
    let path = word(index)
    let file = unsafe path.span.withUnsafeBufferPointer {
      unsafe belfry_open($0.baseAddress, $0.count, BELFRY_OPEN_READ)
    }
    guard file >= 0 else { return 0 }
    var filled = 0
    while filled < capacity {
      var room = block.mutableSpan(filled..<capacity)
      let count = unsafe room.withUnsafeMutableBufferPointer { unsafe belfry_read(file, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      filled += Int(count)
    }
    belfry_close(file)
    return filled
  }
}
