import Screens

extension Wording: CustomStringConvertible {
  public var description: String {
    let octets = utf8Span
    return String(decoding: octets.indices.map { octets[$0] }, as: UTF8.self)
  }
}
