extension ContentPath {
  /// Creates a path from text such as `.steps[2].name`.
  ///
  /// A name may begin without a dot where the text begins, and any name may stand in brackets and
  /// quotes, with the escapes of JSON: `["content-type"]`. An empty text, or a single dot, is the way
  /// to the content itself. Every ``description`` is parsed as the path it describes.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``SyntaxError`` if the text is no path.
  public init(parsing text: String) throws(SyntaxError) {
    var reader = PathReader(text)
    components = try reader.readPath()
  }
}

/// A reader of the text of a path, by Unicode scalars.
private struct PathReader {
  private let text: String
  private let scalars: String.UnicodeScalarView
  private var index: String.Index

  init(_ text: String) {
    self.text = text
    scalars = text.unicodeScalars
    index = scalars.startIndex
  }

  private var next: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

  private func failure(_ expected: String) -> ContentPath.SyntaxError {
    ContentPath.SyntaxError(
      text: text, offset: text.utf8.distance(from: text.utf8.startIndex, to: index),
      expected: expected)
  }

  private mutating func take() {
    scalars.formIndex(after: &index)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    take()
    return true
  }

  mutating func readPath() throws(ContentPath.SyntaxError) -> [GeneratedContent.PathComponent] {
    guard text != "." else { return [] }
    var components: [GeneratedContent.PathComponent] = []
    while let scalar = next {
      if scalar == "[" {
        take()
        components.append(try readBracket())
      } else if take(".") || components.isEmpty {
        components.append(.property(try readName()))
      } else {
        throw failure("\".\" and a name, or \"[\"")
      }
    }
    return components
  }

  private mutating func readName() throws(ContentPath.SyntaxError) -> String {
    guard let first = next, GeneratedContent.PathComponent.canBegin(first) else {
      throw failure(
        "a name of letters, digits and underscores; another one is written as [\"name\"]")
    }
    var name = ""
    while let scalar = next, GeneratedContent.PathComponent.canContinue(scalar) {
      name.unicodeScalars.append(scalar)
      take()
    }
    return name
  }

  private mutating func readBracket() throws(ContentPath.SyntaxError)
    -> GeneratedContent.PathComponent
  {
    let component: GeneratedContent.PathComponent
    if take("\"") {
      component = .property(try readQuoted())
    } else {
      component = .index(try readIndex())
    }
    guard take("]") else { throw failure("\"]\"") }
    return component
  }

  private mutating func readIndex() throws(ContentPath.SyntaxError) -> Int {
    let start = index
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar) {
      digits.unicodeScalars.append(scalar)
      take()
    }
    guard let value = ContentPath.index(digits) else {
      index = start
      throw failure(
        digits.isEmpty ? "an index or a name in quotes" : "an index of the usual form and size")
    }
    return value
  }

  /// Reads what follows an opening quote, with the closing one.
  private mutating func readQuoted() throws(ContentPath.SyntaxError) -> String {
    var name = ""
    while let scalar = next {
      if scalar == "\"" {
        take()
        return name
      }
      if scalar == "\\" {
        take()
        name.unicodeScalars.append(try readEscape())
      } else {
        take()
        name.unicodeScalars.append(scalar)
      }
    }
    throw failure("a closing quote")
  }

  /// Reads what follows a backslash.
  private mutating func readEscape() throws(ContentPath.SyntaxError) -> Unicode.Scalar {
    let simple: Unicode.Scalar? =
      switch next {
      case "\"": "\""
      case "\\": "\\"
      case "/": "/"
      case "b": "\u{8}"
      case "f": "\u{C}"
      case "n": "\n"
      case "r": "\r"
      case "t": "\t"
      default: nil
      }
    if let simple {
      take()
      return simple
    }
    guard take("u") else { throw failure("one of the escapes of JSON") }
    let first = try readCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else {
      throw failure("the other half of a surrogate pair")
    }
    let second = try readCodeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("the other half of a surrogate pair before this") }
    return scalar
  }

  private mutating func readCodeUnit() throws(ContentPath.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII,
        let digit = Character(scalar).hexDigitValue
      else { throw failure("four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      take()
    }
    return value
  }
}

extension ContentPath {
  /// An index in the one form it has, or `nil` for other text.
  static func index(_ digits: some StringProtocol) -> Int? {
    guard let first = digits.utf8.first, first != UInt8(ascii: "0") || digits.utf8.count == 1,
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(digits)
  }
}
