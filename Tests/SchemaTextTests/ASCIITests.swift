import SchemaText
import Testing

struct ASCIITests {
  @Test func `the classes of bytes and of scalars are those of Swift's ASCII characters`() {
    for value in UInt32(0)...0x2FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let character = Character(scalar)
      let isLetter = character.isASCII && character.isLetter
      let isDigit = character.isASCII && character.isNumber
      let digit = character.isASCII ? character.hexDigitValue : nil
      #expect(scalar.isASCIILetter == isLetter)
      #expect(scalar.isASCIIDigit == isDigit)
      #expect(scalar.isASCIIAlphanumeric == (isLetter || isDigit))
      #expect(scalar.hexadecimalValue.map { Int($0) } == digit)
      if let byte = UInt8(exactly: value) {
        #expect(byte.isASCIILetter == isLetter)
        #expect(byte.isASCIIDigit == isDigit)
        #expect(byte.isASCIIAlphanumeric == (isLetter || isDigit))
        #expect(byte.hexadecimalValue.map { Int($0) } == digit)
      }
    }
  }

  @Test func `digits beyond ASCII are no digits`() {
    for scalar: Unicode.Scalar in ["٣", "５", "Ａ", "𝟗"] {
      #expect(!scalar.isASCIIAlphanumeric)
      #expect(scalar.hexadecimalValue == nil)
    }
  }
}
