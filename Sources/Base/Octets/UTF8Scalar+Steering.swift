extension UTF8Scalar {
  /// Whether it can change how a terminal or an editor shows the characters around it: a control (C0, DEL, C1), a mark,
  /// embedding, override or isolate of the writing direction, or a separator of lines or paragraphs.
  ///
  /// Unicode 15, PropList.txt, Bidi_Control; 5.8, Newline Guidelines.
  public var isSteering: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
