internal import Octets

/// The names under which Apple sells its phones.
enum PhoneModel {
  /// Returns `iPhone 15 Pro` for `iPhone16,1`; nil for a model that the table does not have.
  static func name(of identifier: Span<UInt8>) -> StaticString? {
    let prefix: StaticString = "iPhone"
    guard identifier.count > prefix.utf8CodeUnitCount + 2 else { return nil }
    for index in 0..<prefix.utf8CodeUnitCount where identifier[index] != prefix.utf8Span[index] { return nil }
    var numbers: (Int, Int) = (0, 0)
    var hasComma = false
    for index in prefix.utf8CodeUnitCount..<identifier.count {
      let octet = identifier[index]
      if octet == UInt8(ascii: ","), !hasComma {
        hasComma = true
        continue
      }
      guard (0x30...0x39).contains(octet), max(numbers.0, numbers.1) < 100 else { return nil }
      let digit = Int(octet) - 0x30
      if hasComma { numbers.1 = 10 * numbers.1 + digit } else { numbers.0 = 10 * numbers.0 + digit }
    }
    return hasComma ? name(numbers.0, numbers.1) : nil
  }

  private static func name(_ generation: Int, _ variant: Int) -> StaticString? {
    switch generation {
    case ...13: olderName(generation, variant)
    case 14, 15, 16: middleName(generation, variant)
    default: newerName(generation, variant)
    }
  }

  private static func olderName(_ generation: Int, _ variant: Int) -> StaticString? {
    switch (generation, variant) {
    case (8, 1): "iPhone 6s"
    case (8, 2): "iPhone 6s Plus"
    case (8, 4): "iPhone SE"
    case (9, 1), (9, 3): "iPhone 7"
    case (9, 2), (9, 4): "iPhone 7 Plus"
    case (10, 1), (10, 4): "iPhone 8"
    case (10, 2), (10, 5): "iPhone 8 Plus"
    case (10, 3), (10, 6): "iPhone X"
    case (11, 2): "iPhone XS"
    case (11, 4), (11, 6): "iPhone XS Max"
    case (11, 8): "iPhone XR"
    case (12, 1): "iPhone 11"
    case (12, 3): "iPhone 11 Pro"
    case (12, 5): "iPhone 11 Pro Max"
    case (12, 8): "iPhone SE 2"
    case (13, 1): "iPhone 12 mini"
    case (13, 2): "iPhone 12"
    case (13, 3): "iPhone 12 Pro"
    case (13, 4): "iPhone 12 Pro Max"
    default: nil
    }
  }

  private static func middleName(_ generation: Int, _ variant: Int) -> StaticString? {
    switch (generation, variant) {
    case (14, 2): "iPhone 13 Pro"
    case (14, 3): "iPhone 13 Pro Max"
    case (14, 4): "iPhone 13 mini"
    case (14, 5): "iPhone 13"
    case (14, 6): "iPhone SE 3"
    case (14, 7): "iPhone 14"
    case (14, 8): "iPhone 14 Plus"
    case (15, 2): "iPhone 14 Pro"
    case (15, 3): "iPhone 14 Pro Max"
    case (15, 4): "iPhone 15"
    case (15, 5): "iPhone 15 Plus"
    case (16, 1): "iPhone 15 Pro"
    case (16, 2): "iPhone 15 Pro Max"
    default: nil
    }
  }

  private static func newerName(_ generation: Int, _ variant: Int) -> StaticString? {
    switch (generation, variant) {
    case (17, 1): "iPhone 16 Pro"
    case (17, 2): "iPhone 16 Pro Max"
    case (17, 3): "iPhone 16"
    case (17, 4): "iPhone 16 Plus"
    case (17, 5): "iPhone 16e"
    case (18, 1): "iPhone 17 Pro"
    case (18, 2): "iPhone 17 Pro Max"
    case (18, 3): "iPhone 17"
    case (18, 4): "iPhone Air"
    default: nil
    }
  }
}
