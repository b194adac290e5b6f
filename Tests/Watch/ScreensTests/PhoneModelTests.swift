import Testing

@testable import Screens

@Suite struct PhoneModelTests {
  @Test(arguments: [
    ("iPhone8,1", "iPhone 6s"), ("iPhone10,6", "iPhone X"), ("iPhone13,1", "iPhone 12 mini"),
    ("iPhone14,6", "iPhone SE 3"), ("iPhone16,1", "iPhone 15 Pro"), ("iPhone17,5", "iPhone 16e"),
    ("iPhone18,4", "iPhone Air"),
  ])
  func modelHasItsName(_ identifier: String, _ name: String) {
    let octets = Array(identifier.utf8)
    #expect(PhoneModel.name(of: octets.span)?.description == name)
  }

  @Test(arguments: [
    "", "iPhone", "iPhone,", "iPhone16", "iPhone16,", "iPhone16,1,2", "iPhone16,1x", "iPad16,1", "iphone16,1",
    "iPhone99,1", "iPhone16,99", "iPhone99999999999999999999999,1", "iPhone1,99999999999999999999",
  ])
  func otherIdentifiersHaveNoName(_ identifier: String) {
    let octets = Array(identifier.utf8)
    #expect(PhoneModel.name(of: octets.span) == nil)
  }
}
