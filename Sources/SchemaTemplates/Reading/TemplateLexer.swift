import SchemaText

/// A piece of a template.
struct TemplateToken: Equatable {
  enum Kind: Equatable {
    /// Text outside of blocks.
    case text(String)
    /// `{{`, and its end.
    case outputStart, outputEnd
    /// `{%`, and its end.
    case blockStart, blockEnd
    case name(String)
    case string(String)
    case integer(LargeInteger)
    case number(Double)
    case symbol(String)
    case end
  }

  var kind: Kind
  var line: Int
}

/// Divides a template into tokens.
struct TemplateLexer {
  private let text: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var tokens: [TemplateToken] = []

  /// The largest number of characters in a name, since a search for a name takes time in proportion
  /// to its length.
  private static let longestName = 1_000

  private static let symbols = [
    "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "~", "<", ">", "=", "(", ")", "[",
    "]", "{", "}", ",", ":", ".", "|",
  ]

  static func tokens(of text: String) throws(TemplateError) -> [TemplateToken] {
    var lexer = TemplateLexer(text)
    try lexer.run()
    return lexer.tokens
  }

  private init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      // A line break of two characters becomes one, as in jinja2.
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    for index in scalars.indices where scalars[index] == "\r" { scalars[index] = "\n" }
    // A line break at the end of the file belongs to the file.
    if scalars.last == "\n" { scalars.removeLast() }
    self.text = scalars
  }

  private mutating func run() throws(TemplateError) {
    var start = 0
    while index < text.count {
      guard text[index] == "{", index + 1 < text.count,
        "{%#".unicodeScalars.contains(text[index + 1])
      else {
        if text[index] == "\n" { line += 1 }
        index += 1
        continue
      }
      let isOutput = text[index + 1] == "{"
      let marker = index + 2 < text.count ? text[index + 2] : " "
      addText(from: start, strippingAll: marker == "-", strippingLine: !isOutput && marker != "+")
      let kind = text[index + 1]
      index += marker == "-" || (marker == "+" && !isOutput) ? 3 : 2
      switch kind {
      case "#": try skipComment()
      case "{":
        add(.outputStart)
        try readExpression(closing: "}}", .outputEnd)
      default:
        if try readRaw() { break }
        add(.blockStart)
        try readExpression(closing: "%}", .blockEnd)
      }
      start = index
    }
    addText(from: start, strippingAll: false, strippingLine: false)
    add(.end)
  }

  private mutating func add(_ kind: TemplateToken.Kind) {
    tokens.append(TemplateToken(kind: kind, line: line))
  }

  private mutating func addText(from start: Int, strippingAll: Bool, strippingLine: Bool) {
    var end = index
    if strippingAll {
      while end > start, text[end - 1].properties.isWhitespace { end -= 1 }
    } else if strippingLine {
      var first = end
      while first > start, text[first - 1] == " " || text[first - 1] == "\t" { first -= 1 }
      // Blanks are removed only before a block that is the first on its line.
      if first == 0 || (first > start && text[first - 1] == "\n")
        || (first == start && text[start - 1] == "\n")
      {
        end = first
      }
    }
    guard end > start else { return }
    add(.text(String(text[start..<end])))
  }

  /// Continues after the end of a block, and after the white space that is removed with the block.
  private mutating func close(strippingAll: Bool, strippingLine: Bool) {
    if strippingAll {
      while index < text.count, text[index].properties.isWhitespace {
        if text[index] == "\n" { line += 1 }
        index += 1
      }
    } else if strippingLine, index < text.count, text[index] == "\n" {
      line += 1
      index += 1
    }
  }

  private func has(_ string: String, at position: Int) -> Bool {
    let scalars = Array(string.unicodeScalars)
    return position + scalars.count <= text.count
      && text[position..<position + scalars.count].elementsEqual(scalars)
  }

  private mutating func skipComment() throws(TemplateError) {
    while !has("#}", at: index) {
      guard index < text.count else { throw error("A comment has no end.") }
      if text[index] == "\n" { line += 1 }
      index += 1
    }
    let marker = text[index - 1]
    index += 2
    close(strippingAll: marker == "-", strippingLine: marker != "+")
  }

  /// Reads a block `{% raw %}` to its end, or returns `false` for another block.
  private mutating func readRaw() throws(TemplateError) -> Bool {
    var position = index
    skipBlanks(&position)
    guard has("raw", at: position) else { return false }
    position += 3
    skipBlanks(&position)
    guard has("%}", at: position) || has("-%}", at: position) else { return false }
    let stripsAfter = text[position] == "-"
    index = position + (stripsAfter ? 3 : 2)
    // jinja2 removes a line break after `endraw`, but not after `raw`.
    close(strippingAll: stripsAfter, strippingLine: false)
    let start = index
    while index < text.count {
      if has("{%", at: index) {
        var position = index + 2
        let marker = position < text.count ? text[position] : " "
        if marker == "-" || marker == "+" { position += 1 }
        skipBlanks(&position)
        if has("endraw", at: position) {
          position += 6
          skipBlanks(&position)
          let end = ["%}", "-%}", "+%}"].first { has($0, at: position) }
          if let end {
            addText(from: start, strippingAll: marker == "-", strippingLine: marker != "+")
            index = position + end.count
            close(strippingAll: end == "-%}", strippingLine: end == "%}")
            return true
          }
        }
      }
      if text[index] == "\n" { line += 1 }
      index += 1
    }
    throw error("A raw block has no end.")
  }

  private func skipBlanks(_ position: inout Int) {
    while position < text.count, text[position].properties.isWhitespace { position += 1 }
  }

  private mutating func readExpression(
    closing: String, _ kind: TemplateToken.Kind
  ) throws(TemplateError) {
    var brackets = 0
    while true {
      guard index < text.count else { throw error("A block has no end.") }
      let scalar = text[index]
      if scalar.properties.isWhitespace {
        if scalar == "\n" { line += 1 }
        index += 1
      } else if brackets == 0, has(closing, at: index) {
        index += 2
        add(kind)
        close(strippingAll: false, strippingLine: kind == .blockEnd)
        return
      } else if brackets == 0, scalar == "-" || scalar == "+", has(closing, at: index + 1) {
        index += 3
        add(kind)
        close(strippingAll: scalar == "-", strippingLine: false)
        return
      } else if scalar == "\"" || scalar == "'" {
        try readString(scalar)
      } else if scalar.properties.numericType == .decimal, scalar.isASCII {
        try readNumber()
      } else if scalar == "_" || scalar.properties.isAlphabetic {
        let start = index
        while index < text.count,
          text[index] == "_" || text[index].properties.isAlphabetic
            || text[index].properties.numericType != nil
        {
          index += 1
        }
        guard index - start <= Self.longestName else {
          throw TemplateError(
            .limitExceeded, line: line, "A name has more than \(Self.longestName) characters.")
        }
        add(.name(String(text[start..<index])))
      } else if let symbol = Self.symbols.first(where: { has($0, at: index) }) {
        if ["(", "[", "{"].contains(symbol) { brackets += 1 }
        if [")", "]", "}"].contains(symbol) { brackets -= 1 }
        add(.symbol(symbol))
        index += symbol.unicodeScalars.count
      } else {
        throw error("The character '\(scalar)' is not expected.")
      }
    }
  }

  private mutating func readString(_ quote: Unicode.Scalar) throws(TemplateError) {
    var string = String.UnicodeScalarView()
    index += 1
    while true {
      guard index < text.count else { throw error("A string has no end.") }
      let scalar = text[index]
      index += 1
      if scalar == quote { break }
      if scalar == "\n" { line += 1 }
      guard scalar == "\\", index < text.count else {
        string.append(scalar)
        continue
      }
      let escape = text[index]
      index += 1
      switch escape {
      case "n": string.append("\n")
      case "t": string.append("\t")
      case "r": string.append("\r")
      case "a": string.append("\u{7}")
      case "b": string.append("\u{8}")
      case "f": string.append("\u{C}")
      case "v": string.append("\u{B}")
      case "0"..."7":
        index -= 1
        string.append(readOctal())
      case "N":
        throw TemplateError(
          .unsupported, line: line, "The escape \\N of a character by its name is not supported.")
      case "\\", "'", "\"": string.append(escape)
      case "\n": line += 1
      case "x": string.append(try readHexadecimal(2))
      case "u": string.append(try readHexadecimal(4))
      case "U": string.append(try readHexadecimal(8))
      default:
        string.append("\\")
        string.append(escape)
      }
    }
    add(.string(String(string)))
  }

  /// Reads an escape of up to three octal digits.
  private mutating func readOctal() -> Unicode.Scalar {
    let digits = text[index...].prefix(3).prefix { ("0"..."7").contains($0) }
    index += digits.count
    // Three digits are at most 777, which is a character.
    return Unicode.Scalar(digits.reduce(0) { $0 << 3 | ($1.value - 48) }) ?? "\u{FFFD}"
  }

  private mutating func readHexadecimal(_ count: Int) throws(TemplateError) -> Unicode.Scalar {
    let digits = text[index...].prefix(count).compactMap(\.hexadecimalValue)
    guard digits.count == count,
      let scalar = Unicode.Scalar(digits.reduce(0) { $0 << 4 | UInt32($1) })
    else { throw error("An escape of a character is not complete.") }
    index += count
    return scalar
  }

  private mutating func readNumber() throws(TemplateError) {
    if let radix = radixOfPrefix {
      index += 2
      let digits = readDigits { Int(String($0), radix: radix) != nil }
      return add(.integer(try number(digits, radix: radix)))
    }
    // After a point, as in `list.0.1`, the digits are an index.
    let isIndex = index > 0 && text[index - 1] == "."
    // A number begins with 0 only if it has no other digits, or a fraction.
    let start = index
    var digits = readDigits(\.isASCIIDigit)
    let end = index
    var isWhole = true
    if !isIndex, index + 1 < text.count, text[index] == ".", text[index + 1].isASCIIDigit {
      isWhole = false
      index += 1
      digits += "." + readDigits(\.isASCIIDigit)
    }
    if !isIndex, index < text.count, text[index] == "e" || text[index] == "E" {
      var end = index + 1
      if end < text.count, text[end] == "-" || text[end] == "+" { end += 1 }
      if end < text.count, text[end].isASCIIDigit {
        isWhole = false
        digits += String(text[index..<end])
        index = end
        digits += readDigits(\.isASCIIDigit)
      }
    }
    guard isWhole else {
      guard let value = Double(digits) else { throw error("\(digits.excerpt) is not a number.") }
      return add(.number(value))
    }
    if digits.first == "0", digits.contains(where: { $0 != "0" }) {
      // As in jinja2, the zeros are a number of their own.
      index = start
      digits = readDigits { $0 == "0" }
    } else {
      index = end
    }
    add(.integer(try number(digits, radix: 10)))
  }

  /// The base of a number with a prefix, such as 16 for `0x1F`; `nil` if there is none.
  private var radixOfPrefix: Int? {
    guard text[index] == "0", index + 1 < text.count,
      let radix = [("b", 2), ("o", 8), ("x", 16)].first(where: {
        text[index + 1].properties.lowercaseMapping == $0.0
      })?.1
    else { return nil }
    let first = index + 2 < text.count && text[index + 2] == "_" ? index + 3 : index + 2
    return first < text.count && Int(String(text[first]), radix: radix) != nil ? radix : nil
  }

  /// Reads digits, also with one underscore before a digit, and returns them without underscores.
  private mutating func readDigits(_ isDigit: (Unicode.Scalar) -> Bool) -> String {
    var digits = String.UnicodeScalarView()
    while index < text.count {
      let isGroup = text[index] == "_" && index + 1 < text.count && isDigit(text[index + 1])
      guard isGroup || isDigit(text[index]) else { break }
      if !isGroup { digits.append(text[index]) }
      index += 1
    }
    return String(digits)
  }

  private func number(_ digits: String, radix: Int) throws(TemplateError) -> LargeInteger {
    do throws(LargeInteger.Overflow) {
      return try LargeInteger(digits: digits, radix: radix)
    } catch {
      throw self.error("The number \(digits.excerpt) is too large.")
    }
  }

  private func error(_ problem: String) -> TemplateError {
    TemplateError(.syntax, line: line, problem)
  }
}

extension String {
  init(_ scalars: ArraySlice<Unicode.Scalar>) { self.init(String.UnicodeScalarView(scalars)) }
}
