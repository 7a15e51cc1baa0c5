extension UInt8 {
  /// `true` for the digits from 0 to 9.
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// `true` for the letters from A to Z in either case.
  package var isASCIILetter: Bool {
    // The cases of a letter differ in this bit alone.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// The value of a hexadecimal digit in either case; `nil` for other characters.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// `true` for the digits from 0 to 9.
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// `true` for the letters from A to Z in either case.
  package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// The value of a hexadecimal digit in either case; `nil` for other characters.
  package var hexadecimalValue: UInt8? { UInt8(exactly: value)?.hexadecimalValue }
}
