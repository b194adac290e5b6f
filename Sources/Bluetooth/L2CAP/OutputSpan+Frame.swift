public import Octets

/// The position at which an unfinished frame begins. `beginFrame(on:)` returns it, and `endFrame(_:)` consumes it.
public struct FrameStart: Sendable {
  let headerOffset: Int
}

extension OutputSpan<UInt8> {
  /// Appends a frame header whose length `endFrame(_:)` fills in; the payload is appended in between.
  @_lifetime(self: copy self)
  public mutating func beginFrame(on channelID: ChannelID) throws(EncodeError) -> FrameStart {
    let start = FrameStart(headerOffset: count)
    try FrameHeader(payloadLength: 0, channelID: channelID).encode(into: &self)
    return start
  }

  /// Fills in the length of the frame begun at `start`. Without a payload there is no frame: its header is removed.
  ///
  /// - Returns: whether there is a frame.
  /// - Precondition: the frame was begun on this output, with at most 65,535 octets put since.
  @_lifetime(self: copy self)
  public mutating func endFrame(_ start: FrameStart) -> Bool {
    let length = count - start.headerOffset - FrameHeader.octetCount
    precondition(length >= 0 && length <= 0xFFFF)
    guard length > 0 else {
      removeLast(FrameHeader.octetCount)
      return false
    }
    self[start.headerOffset] = UInt8(truncatingIfNeeded: length)
    self[start.headerOffset + 1] = UInt8(truncatingIfNeeded: length >> 8)
    return true
  }

  /// Appends a whole frame, or nothing.
  @_lifetime(self: copy self)
  public mutating func putFrame(on channelID: ChannelID, payload: Span<UInt8>) throws(EncodeError) {
    guard payload.count <= 0xFFFF, freeCapacity >= FrameHeader.octetCount + payload.count else {
      throw .insufficientCapacity
    }
    let header = FrameHeader(payloadLength: UInt16(truncatingIfNeeded: payload.count), channelID: channelID)
    try header.encode(into: &self)
    try put(payload)
  }
}
