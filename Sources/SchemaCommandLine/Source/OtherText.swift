import SchemaKit
import SchemaText

/// A text that is not JSON, but whose form is known.
enum OtherText: Sendable, Hashable, CaseIterable {
  case empty, utf16, html, xml, jsonLines, comments, yaml, toml, code, markdown

  /// Finds out what a text is that is not JSON; `nil` if it is not known.
  ///
  /// - Parameter bytes: The text.
  /// - Complexity: Linear in the length of the text.
  init?(_ bytes: [UInt8]) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = bytes.dropFirst(hasMark ? 3 : 0).drop { JSONScanner.isWhiteSpace($0) }
    let lines = Self.lines(of: text)
    guard let first = text.first, let line = lines.first else {
      self = .empty
      return
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.prefix(64).count(where: { $0 == 0 }) * 4 > min(bytes.count, 64)
    {
      self = .utf16
    } else if first == UInt8(ascii: "<") {
      let start = line.lowercased()
      self = start.contains("html") ? .html : .xml
    } else if line.hasPrefix("```") || line.hasPrefix("~~~")
      || line.hasPrefix("# ")
        && lines.contains(where: { $0.hasPrefix("```") })
    {
      self = .markdown
    } else if Self.isTOMLHeader(line), lines.contains(where: Self.isTOML) {
      self = .toml
    } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      guard let kind = Self.kindOfBrackets(text, lines) else { return nil }
      self = kind
    } else if lines.contains(where: Self.isCode) {
      self = .code
    } else if line.hasPrefix("//") || line.hasPrefix("/*") {
      self = .comments
    } else if lines.contains(where: Self.isYAML) {
      self = .yaml
    } else if lines.contains(where: Self.isTOML) {
      self = .toml
    } else {
      return nil
    }
  }

  /// The first lines of a text that are not blank, without the white space around them.
  private static func lines(of text: ArraySlice<UInt8>) -> [String] {
    text.prefix(1 << 16).split(separator: 0x0A).prefix(200).compactMap { line in
      let start = line.drop { JSONScanner.isWhiteSpace($0) }
      guard let last = start.lastIndex(where: { !JSONScanner.isWhiteSpace($0) }) else { return nil }
      return String(decoding: start[...last], as: UTF8.self)
    }
  }

  /// Returns the kind of a text that begins with a bracket.
  private static func kindOfBrackets(_ text: ArraySlice<UInt8>, _ lines: [String]) -> OtherText? {
    // A whole value, and another one after it.
    if let first = lines.first, lines.count > 1, isJSON(first), lines[1].first == first.first {
      return .jsonLines
    }
    let isCommented = lines.contains { line in
      line.hasPrefix("//") || line.hasPrefix("/*") || line.hasPrefix("#") || line.contains(", //")
        || line.contains("{ //") || line.contains("*/")
    }
    if isCommented || hasTrailingComma(text) || hasPlainNames(lines) { return .comments }
    return nil
  }

  private static func isJSON(_ line: String) -> Bool {
    (try? GeneratedContent(document: Array(line.utf8))) != nil
  }

  /// Returns `true` if a comma stands before a closing bracket, outside of strings.
  private static func hasTrailingComma(_ text: ArraySlice<UInt8>) -> Bool {
    var isInString = false
    var isEscaped = false
    var followsComma = false
    for byte in text {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if JSONScanner.isWhiteSpace(byte) { continue }
      if followsComma, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return true }
      followsComma = byte == UInt8(ascii: ",")
      isInString = byte == UInt8(ascii: "\"")
    }
    return false
  }

  /// Returns `true` if names stand without quotes or in single ones, as in JavaScript.
  private static func hasPlainNames(_ lines: [String]) -> Bool {
    lines.prefix(3).contains { line in
      let start = line.drop { $0 == "{" || $0 == "[" || $0 == " " }
      if start.hasPrefix("'") { return true }
      let name = start.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      return !name.isEmpty && start.dropFirst(name.count).drop { $0 == " " }.first == ":"
    }
  }

  private static func isCode(_ line: String) -> Bool {
    ["export ", "module.exports", "import ", "const ", "from ", "class ", "interface ", "type "]
      .contains { line.hasPrefix($0) }
      && (line.contains("=") || line.contains("{") || line.contains("import")
        || line.contains("("))
  }

  /// Returns `true` if a line begins a document of YAML, or has a name and a colon.
  private static func isYAML(_ line: String) -> Bool {
    if line == "---" || line.hasPrefix("%YAML") { return true }
    let start = line.hasPrefix("- ") ? line.dropFirst(2) : Substring(line)
    let name = start.prefix { $0 != ":" && $0 != " " && $0 != "=" }
    let rest = start.dropFirst(name.count)
    return !name.isEmpty && rest.first == ":" && (rest.count == 1 || rest.dropFirst().first == " ")
  }

  /// Returns `true` if a line begins a table of TOML, as in `[tool.name]` and `[[tools]]`.
  private static func isTOMLHeader(_ line: String) -> Bool {
    let start = line.drop { $0 == "[" }
    let name = start.prefix { $0 != "]" }
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
    return (1...2).contains(line.count - start.count) && !name.isEmpty && isName
      && start.count > name.count
  }

  private static func isTOML(_ line: String) -> Bool {
    line.prefix { $0 != "=" }.contains { $0.isLetter } && line.contains(" = ")
  }

  /// What the text looks like, as a sentence.
  var problem: String {
    switch self {
    case .empty: "The text is empty, but has to be JSON."
    case .utf16: "The text looks like UTF-16, and JSON is read in UTF-8."
    case .html: "The text looks like HTML, such as an error page of a server, and not like JSON."
    case .xml: "The text looks like XML, and a schema is a JSON document."
    case .jsonLines: "The text looks like JSON Lines, with a value on each line."
    case .comments: "The text looks like JSON with comments, commas at ends or plain names (JSON5)."
    case .yaml: "The text looks like YAML, and a schema is read as JSON."
    case .toml: "The text looks like TOML, and a schema is read as JSON."
    case .code: "The text looks like source code, and a schema is a JSON document."
    case .markdown: "The text looks like Markdown around JSON."
    }
  }

  /// The conversion that helps, as a sentence.
  var remedy: String {
    switch self {
    case .empty: "Write one JSON value, such as {}, the schema that allows every value."
    case .utf16: "Convert it, for example with: iconv -f UTF-16 -t UTF-8 FILE"
    case .html: "Check the address that it was loaded from, and load the document itself."
    case .xml: "Convert the schema to JSON Schema."
    case .jsonLines:
      "Write each schema into a file of its own. Values to check come after a schema."
    case .comments: "Remove them, for example with: npx json5 FILE"
    case .yaml: "Convert it, for example with: yq -o=json FILE"
    case .toml: "Convert it, for example with: yq -p=toml -o=json FILE"
    case .code: "Run the program that makes the schema, and store what it writes as JSON."
    case .markdown: "Keep only the JSON between the marks of the code block."
    }
  }
}

/// The error of a text that is not JSON, but whose form is known.
struct OtherTextError: Error {
  let text: OtherText

  /// The place at which the text stops being JSON.
  let position: TextPosition
}
