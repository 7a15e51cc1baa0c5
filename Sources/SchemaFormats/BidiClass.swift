/// The direction of a character in a domain name, in the classes that RFC 5893 distinguishes.
enum BidiClass {
  case left, right, arabic, europeanNumber, arabicNumber, mark, other

  init(_ scalar: UInt32) {
    switch scalar {
    case 0x30...0x39, 0x6F0...0x6F9: self = .europeanNumber
    case 0x660...0x669, 0x66B, 0x66C, 0x6DD, 0x10D30...0x10D39, 0x10E60...0x10E7E:
      self = .arabicNumber
    case 0x2D: self = .other
    case _ where Self.isMark(scalar): self = .mark
    case 0x200C, 0x200D: self = .other
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F,
      0x10EC0...0x10EFF, 0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F,
      0x1EE00...0x1EEFF:
      self = .arabic
    case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      self = .right
    default: self = .left
    }
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// `true` if one character of this class makes the Bidi rule apply to all labels of a name.
  var isRightToLeft: Bool { self == .right || self == .arabic || self == .arabicNumber }

  /// Returns `true` if a label satisfies the Bidi rule of RFC 5893 section 2.
  static func satisfiesRule(_ label: [UInt32]) -> Bool {
    let classes = label.map { BidiClass($0) }
    guard let last = classes.last(where: { $0 != .mark }) else { return false }
    switch classes.first {
    case .right, .arabic:
      return !classes.contains(.left) && last != .other
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .left:
      return !classes.contains { $0.isRightToLeft } && (last == .left || last == .europeanNumber)
    default: return false
    }
  }
}
