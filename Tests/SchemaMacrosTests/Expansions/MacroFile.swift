#if Macros
import SchemaContent

/// A replacement of a range of a text, in bytes.
struct TextEdit {
  let range: Range<Int>
  let replacement: String

  init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

/// A Swift source with the places of its macros.
///
/// It divides the source only as far as the tests need, without a grammar: into comments, string
/// literals, groups in brackets, words and lines.
struct MacroFile {
  /// A macro of the package.
  enum Macro: String {
    case generable = "Generable"
    case guide = "Guide"
    case entry = "SessionPropertyEntry"
    case entryValue = "__SessionPropertyEntryDefaultValue"

    var roles: [String] {
      switch self {
      case .generable: ["member", "extension"]
      case .guide: ["peer"]
      case .entry: ["accessor", "peer"]
      case .entryValue: ["accessor"]
      }
    }

    fileprivate var type: String {
      switch self {
      case .generable: "GenerableMacro"
      case .guide: "GuideMacro"
      case .entry: "SessionPropertyEntryMacro"
      case .entryValue: "SessionPropertyDefaultMacro"
      }
    }
  }

  /// An attribute with a macro, and its declaration.
  struct Use {
    let macro: Macro
    let attribute: Range<Int>
    let declaration: Range<Int>
    /// The beginnings of the declarations around it, from the inside.
    let contexts: [Range<Int>]
  }

  private let text: [UInt8]
  private let path: String
  private(set) var uses: [Use] = []

  init(_ source: String, path: String) {
    text = Array(source.utf8)
    self.path = path
    uses = findUses()
  }

  // MARK: Places

  private func findUses() -> [Use] {
    var uses: [Use] = []
    var open: [Int] = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: "}"): _ = open.popLast()
      case UInt8(ascii: "@"):
        let attribute = index..<endOfAttribute(at: index)
        let name = word(at: index + 1)
        index = attribute.upperBound
        // In a condition, the attribute does not belong to the declaration.
        let rest = text[skippingSpace(from: index)...]
        guard let macro = Macro(rawValue: name), !rest.starts(with: Array("#endif".utf8)) else {
          continue
        }
        let start = startOfDeclaration(with: attribute.lowerBound)
        let end = endOfDeclaration(from: start)
        uses.append(
          Use(
            macro: macro, attribute: attribute, declaration: start..<end,
            contexts: open.reversed().map { startOfDeclaration(with: $0)..<$0 }
              .filter { words(in: $0).contains { Self.groups.contains(String($0)) } }))
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"):
        index = end(at: index)
        continue
      default: break
      }
      index += 1
    }
    return uses
  }

  private static let types: Set = ["struct", "enum", "class", "actor", "protocol", "extension"]
  private static let groups = types.union(["func"])

  /// The end of the comment, the literal, the group or the byte at an offset.
  private func end(at start: Int) -> Int {
    let rest = text[start...]
    func end(after mark: String, from index: Int) -> Int {
      let mark = Array(mark.utf8)
      var index = index
      while index < text.count, !text[index...].starts(with: mark) {
        index += text[index] == UInt8(ascii: "\\") && mark[0] == UInt8(ascii: "\"") ? 2 : 1
      }
      return min(text.count, index + mark.count)
    }
    for (opening, closing) in [
      ("//", "\n"), ("/*", "*/"), ("\"\"\"", "\"\"\""), ("#\"", "\"#"), ("\"", "\""),
    ] where rest.starts(with: Array(opening.utf8)) {
      let end = end(after: closing, from: start + opening.utf8.count)
      // A comment ends before the line feed.
      return closing == "\n" && text[end - 1] == 0x0A ? end - 1 : end
    }
    guard Array("([{".utf8).contains(text[start]) else { return start + 1 }
    var index = start + 1
    while index < text.count, !Array(")]}".utf8).contains(text[index]) {
      index = self.end(at: index)
    }
    return min(text.count, index + 1)
  }

  private func word(at start: Int) -> String {
    let word = text[min(start, text.count)...].prefix { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`") || byte >= 0x80
        || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
    }
    return String(decoding: word, as: UTF8.self)
  }

  private func words(in range: Range<Int>) -> [Substring] {
    String(decoding: text[range], as: UTF8.self).split { !$0.isLetter }
  }

  private func endOfAttribute(at start: Int) -> Int {
    let end = start + 1 + word(at: start + 1).utf8.count
    return end < text.count && text[end] == UInt8(ascii: "(") ? self.end(at: end) : end
  }

  private func skippingSpace(from start: Int) -> Int {
    text[start...].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? text.count
  }

  private func startOfLine(_ index: Int) -> Int {
    text[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// The beginning of the declaration with an attribute or a bracket: on its line, or on the lines
  /// of comments and attributes before it.
  private func startOfDeclaration(with index: Int) -> Int {
    var line = startOfLine(index)
    let ends = Array("{};".utf8)
    if let last = text[line..<index].lastIndex(where: ends.contains) { return last + 1 }
    while line > 0 {
      let previous = startOfLine(line - 1)
      var start = skippingSpace(from: previous)
      let isComment = ["//", "/*", "*"].contains { text[start...].starts(with: Array($0.utf8)) }
      while start < line - 1, text[start] == UInt8(ascii: "@") {
        start = skippingSpace(from: endOfAttribute(at: start))
      }
      guard isComment || (start >= line && start > previous) else { break }
      line = previous
    }
    return line
  }

  /// The end of a declaration: of the group of a type, or of the line of any other.
  private func endOfDeclaration(from start: Int) -> Int {
    var isType = false
    var hasBegun = false
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"):
        index = end(at: index)
        if isType { return index }
      case UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        return index
      case UInt8(ascii: "@"): index = endOfAttribute(at: index)
      case 0x0A:
        let last = text[start..<index].last { $0 != 0x20 }
        let next = text[skippingSpace(from: index)...].first
        let goesOn =
          last.map(Array("=,:".utf8).contains) ?? true
          || next.map(Array("{=:".utf8).contains) ?? true
        if hasBegun, !isType, !goesOn { return index }
        index += 1
      default:
        let word = word(at: index)
        if Self.types.contains(word) { isType = !hasBegun }
        if Self.types.contains(word) || ["var", "let", "case", "func", "init"].contains(word) {
          hasBegun = true
        }
        index = word.isEmpty ? end(at: index) : index + word.utf8.count
      }
    }
    return text.count
  }

  /// The line and the column of an offset, as the compiler counts them.
  func position(of offset: Int) -> (line: Int, column: Int) {
    let before = text.prefix(offset)
    return (before.count { $0 == 0x0A } + 1, offset - startOfLine(before.count) + 1)
  }

  // MARK: Messages

  private func syntax(_ kind: String, _ range: Range<Int>, _ end: String = "") -> GeneratedContent {
    let (line, column) = position(of: range.lowerBound)
    return GeneratedContent(properties: [
      "kind": kind, "source": String(decoding: text[range], as: UTF8.self) + end,
      "location": GeneratedContent(properties: [
        "fileID": "Module/\(path)", "fileName": path, "offset": range.lowerBound, "line": line,
        "column": column,
      ]),
    ])
  }

  /// The compiler's message that asks for an expansion.
  func message(for use: Use, as role: String) -> GeneratedContent {
    let words = words(in: use.declaration)
    let name = words.firstIndex { Self.types.contains(String($0)) }
      .flatMap { words.indices.contains($0 + 1) ? String(words[$0 + 1]) : nil }
    func text(_ kind: String, _ text: String) -> GeneratedContent {
      GeneratedContent(properties: [
        "kind": kind, "source": text,
        "location": GeneratedContent(properties: [
          "fileID": "", "fileName": "", "offset": 0, "line": 1, "column": 1,
        ]),
      ])
    }
    return GeneratedContent(properties: [
      "expandAttachedMacro": GeneratedContent(
        properties: [
          "macro": GeneratedContent(properties: [
            "moduleName": "SchemaMacrosPlugin", "typeName": use.macro.type,
            "name": use.macro.rawValue,
          ]),
          "macroRole": role, "discriminator": "$s",
          "attributeSyntax": syntax("attribute", use.attribute),
          "declSyntax": syntax("declaration", use.declaration),
          "extendedTypeSyntax": role == "extension" ? text("type", name ?? "Unnamed") : nil,
          "conformanceListSyntax":
            role == "extension" ? text("declaration", "struct Dummy: Generable {}") : nil,
          "lexicalContext": GeneratedContent(
            elements: use.contexts.map { syntax("declaration", $0, "{}") }),
        ], omittingNil: true)
    ])
  }

  // MARK: Texts

  /// The source after some edits.
  func text(_ edits: [TextEdit]) -> String {
    var text = text
    // The last edit is applied first, so that the offsets of the other edits stay valid.
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      text.replaceSubrange(edit.range.clamped(to: 0..<text.count), with: edit.replacement.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
#endif
