import CBrowserHeap
import Displays

// The panel of the page: what the octets on the I2C bus make an SSD1306 show.

nonisolated(unsafe) private var panel = SSD1306Model()

/// Takes one message of the bus out of the exchange buffer.
@_cdecl("panel_receive") public func receivePanel(count: UInt32) {
  panel.receive(Span(_unsafeElements: UnsafeBufferPointer(start: exchangeBuffer(), count: Int(count))))
}

/// Writes the picture to the exchange buffer: 1,024 octets, page after page, bit 0 the topmost row of a page.
@_cdecl("panel_picture") public func panelPicture() {
  let picture = panel.picture()
  let octets = picture.span
  for index in octets.indices { exchangeBuffer()[index] = octets[index] }
}

/// Bits 0 to 7: the contrast. Bit 8: the panel is on. Bit 9: it is inverted. Bits 16 and above: the octets that the
/// model could not read.
@_cdecl("panel_state") public func panelState() -> UInt32 {
  UInt32(panel.contrast) | (panel.isOn ? 0x100 : 0) | (panel.isInverted ? 0x200 : 0)
    | UInt32(truncatingIfNeeded: panel.refusedCount) << 16
}

/// Octets of the phone's heap that are in use.
@_cdecl("heap_used") public func heapUsed() -> UInt32 { belfry_heap_used() }
