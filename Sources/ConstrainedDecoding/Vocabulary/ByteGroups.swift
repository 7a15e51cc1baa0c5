/// Groups of bytes that patterns usually treat in the same way.
///
/// A set of groups is a bit set in one word.
///
/// Each punctuation mark has its own group. Letters that are hexadecimal digits and other letters
/// have different groups. The first bytes of characters that `.` or `\s` treats specially, such as
/// U+2028 and U+00A0, have their own groups. One instruction compares the groups in a subtree of a
/// vocabulary with the groups that a pattern accepts.
enum ByteGroups {
  /// The group of the first punctuation mark.
  private static let firstMark = 16

  /// The groups of digits and letters.
  private static let words: UInt64 = 0b11111

  /// Returns the weight of some groups.
  ///
  /// Most tokens consist of letters and digits, so all groups of marks together weigh less than one
  /// other group.
  static func weight(of groups: UInt64) -> Int {
    let marks = groups >> UInt64(firstMark)
    let others = groups & (1 << UInt64(firstMark) - 1) & ~words
    return marks.nonzeroBitCount + others.nonzeroBitCount * 64
      + (groups & words).nonzeroBitCount * 256
  }

  /// The group of each byte, as a bit.
  static let bits: [UInt64] = {
    var groups: [UInt64] = []
    var marks: UInt64 = 1 << UInt64(firstMark)
    for byte in 0...255 as ClosedRange<UInt8> {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): groups.append(1)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): groups.append(1 << 1)
      case UInt8(ascii: "g")...UInt8(ascii: "z"): groups.append(1 << 2)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): groups.append(1 << 3)
      case UInt8(ascii: "G")...UInt8(ascii: "Z"): groups.append(1 << 4)
      case 0x80...0xBF: groups.append(1 << 5)
      case 0xC2: groups.append(1 << 10)
      case 0xE1: groups.append(1 << 11)
      case 0xE2: groups.append(1 << 12)
      case 0xE3: groups.append(1 << 13)
      case 0xEF: groups.append(1 << 14)
      case 0xC3...0xDF: groups.append(1 << 6)
      case 0xE0...0xEF: groups.append(1 << 7)
      case 0xF0...0xF4: groups.append(1 << 8)
      case 0x20...0x7E:
        groups.append(marks)
        marks <<= 1
      default: groups.append(1 << 9)
      }
    }
    return groups
  }()
}
