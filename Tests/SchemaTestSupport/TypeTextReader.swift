/// Reads a type text, by its grammar and with nothing that writes one.
package struct TypeTextReader {
  /// What is wrong with a text, and where.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// The names of the types as they are met, before all of them are known.
  private var numbers: [String: Int] = [:]

  /// The types of the properties that have been read, by the names of the types and properties on
  /// the way to them.
  private var places: [String: ReadType] = [:]

  /// The place of the type that is read; `nil` if it has none.
  private var place: String?

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Reads a text: the root, then the definitions.
  package static func read(_ text: String) throws -> [ReadType] {
    var reader = TypeTextReader(text)
    // A first reading finds the names, which later types have.
    var names: [String?] = []
    _ = try reader.types(&names)
    for (index, name) in names.enumerated() {
      if let name {
        guard reader.numbers.updateValue(index - 1, forKey: name) == nil else {
          throw Fault(description: "Two types are named \(name).")
        }
      }
    }
    reader.position = 0
    reader.places = [:]
    var again: [String?] = []
    return try reader.types(&again)
  }

  private mutating func types(_ names: inout [String?]) throws -> [ReadType] {
    var types: [ReadType] = []
    repeat {
      var name: String?
      if take("type ") {
        name = identifier()
        try expect(" =")
        if !sees(" //"), !sees("\n| ") { try expect(" ") }
      }
      names.append(name)
      place = name
      types.append(try type())
    } while take("\n")
    guard position == scalars.count else { throw fault("the end") }
    return types
  }

  // MARK: Types

  private mutating func type() throws -> ReadType {
    let start = position
    let first = try comment()
    if first != nil || sees("\n| ") || (start == 0 && sees("| ")) {
      var alternatives: [ReadType] = []
      while take("\n| ") || (position == 0 && take("| ")) {
        alternatives.append(try line())
      }
      guard !alternatives.isEmpty else { throw fault("alternatives") }
      var union = ReadType(.union(alternatives))
      union.facts = first?.facts ?? []
      union.text = first?.text ?? []
      return union.normalized
    }
    return try line()
  }

  /// Reads types with bars between them, and the comment behind them.
  private mutating func line() throws -> ReadType {
    if let shared = try shared() { return shared }
    var alternatives = [try primary()]
    while take("|") { alternatives.append(try primary()) }
    if alternatives.count == 1 {
      try addComment(to: &alternatives[0])
      return alternatives[0]
    }
    let end = try comment()
    return ReadType(
      .union(alternatives), facts: end?.facts ?? [], text: end?.text ?? []
    ).normalized
  }

  /// Reads the place of an earlier property, and the description instead of its own.
  private mutating func shared() throws -> ReadType? {
    if let peek, ("0"..."9").contains(peek) { return nil }
    let start = position
    var name = identifier()
    guard !name.isEmpty, sees("."), !sees("..") else {
      position = start
      return nil
    }
    while take(".") { name += "." + identifier() }
    guard var type = places[name] else { throw fault("an earlier property than \(name)") }
    if let comment = try comment() {
      guard comment.facts.isEmpty else { throw fault("no constraints") }
      type.text = comment.text
    }
    return type
  }

  private mutating func addComment(to type: inout ReadType) throws {
    guard let comment = try comment() else { return }
    if type.isPlain {
      (type.facts, type.text) = (comment.facts, comment.text)
    } else {
      // The first comment is that of an object, the second that of a union around it.
      type = ReadType(.union([type]), facts: comment.facts, text: comment.text).normalized
    }
  }

  private mutating func primary() throws -> ReadType {
    var type = try atom()
    while take("[]") { type = ReadType(.array(type)) }
    return type
  }

  private mutating func atom() throws -> ReadType {
    if take("(") {
      let inner = try type()
      _ = take("\n")
      try expect(")")
      return inner
    }
    if take("{") { return try object() }
    if take("[") {
      var elements: [ReadType] = []
      var optional = 0
      var rest: [ReadType] = []
      if take("]") { return ReadType(.tuple([])) }
      repeat {
        if take("...") {
          guard case .array(let element) = try primary().shape else {
            try expect("[]")
            break
          }
          rest = [element]
        } else {
          elements.append(try primary())
          if take("?") { optional += 1 }
        }
      } while take(",")
      try expect("]")
      return ReadType(.tuple(elements, optional: optional, rest: rest))
    }
    if take("one of ") {
      var literals: [String] = []
      repeat { literals.append(try literal()) } while take(",")
      return ReadType(.literals(literals))
    }
    if let next = peek, next == "\"" || next == "-" || ("0"..."9").contains(next) {
      return ReadType(.literals([try literal()]))
    }
    let name = identifier()
    switch name {
    case "null", "true", "false": return ReadType(.literals([name]))
    case "string", "integer", "number", "boolean", "any", "never", "object":
      return ReadType(.word(name))
    case "": throw fault("a type")
    default: return ReadType(.reference(numbers[name] ?? -3))
    }
  }

  private mutating func object() throws -> ReadType {
    let comment = try comment()
    var members: [ReadType.Member] = []
    _ = take("\n")
    let owner = place
    defer { place = owner }
    while !take("}") {
      place = nil
      let name: ReadType.Member.Name
      if take("[string]") {
        name = .others
      } else if take("[/") {
        name = .pattern(try regularExpression())
        try expect("]")
      } else {
        let isQuoted = peek == "\""
        let key = isQuoted ? try string() : identifier()
        if let owner, !isQuoted { place = "\(owner).\(key)" }
        name = .property(key, isOptional: take("?"))
      }
      try expect(":")
      let type = try type()
      if let place, places[place] == nil { places[place] = type }
      members.append(ReadType.Member(name: name, type: type))
      try expect("\n")
    }
    return ReadType(.object(members), facts: comment?.facts ?? [], text: comment?.text ?? [])
  }

  // MARK: Comments

  private mutating func comment() throws -> (facts: [String], text: [String])? {
    guard take(" //") || (position == 0 && take("//")) else { return nil }
    var facts: [String] = []
    let start = position
    if !take(";") {
      facts = (try? self.facts()) ?? []
      if peek != "\n" && peek != nil && !take(";") {
        facts = []
        position = start
      }
      if facts.isEmpty { position = start }
    }
    var text = [restOfLine()]
    while sees("\n//") {
      _ = take("\n//")
      text.append(restOfLine())
    }
    return (facts.sorted(), text == [""] ? [] : text)
  }

  private mutating func restOfLine() -> String {
    _ = take(" ")
    let start = position
    while let next = peek, next != "\n" { position += 1 }
    return text(from: start)
  }

  private mutating func facts() throws -> [String] {
    var facts: [String] = []
    try expect(" ")
    repeat { facts += try fact() } while take(", ")
    return facts
  }

  private mutating func fact() throws -> [String] {
    if take("/") { return ["pattern \(try regularExpression())"] }
    if take("format ") {
      if peek == "\"" { return ["format \(try string())"] }
      let start = position
      while let next = peek, next != ",", next != ";", next != "\n" { position += 1 }
      return ["format \(text(from: start))"]
    }
    if take("multiple of ") { return ["multipleOf \(try number())"] }
    if take("contains ") {
      let (low, high) = try range()
      try expect(" of ")
      var values: [String] = []
      repeat { values.append(try literal()) } while take(",")
      return ["contains \(values.joined(separator: ",")) \(low ?? "0") \(high ?? "")"]
    }
    if sees(">"), !sees(">=") {
      position += 1
      return ["exclusiveMinimum \(try number())"]
    }
    if sees("<"), !sees("<=") {
      position += 1
      return ["exclusiveMaximum \(try number())"]
    }
    let (low, high) = try range()
    let units = [
      (" chars", "Length"), (" char", "Length"), (" items", "Items"), (" item", "Items"),
      (" properties", "Properties"), (" property", "Properties"),
    ]
    let unit = units.first { take($0.0) }?.1
    let facts = [
      low.map { low in (unit.map { "min\($0)" } ?? "minimum") + " \(low)" },
      high.map { high in (unit.map { "max\($0)" } ?? "maximum") + " \(high)" },
    ]
    return facts.compactMap { $0 }
  }

  private mutating func range() throws -> (low: String?, high: String?) {
    if take(">=") { return (try number(), nil) }
    if take("<=") { return (nil, try number()) }
    let low = try number()
    return (low, take("..") ? try number() : low)
  }

  // MARK: Tokens

  private mutating func number() throws -> String {
    let start = position
    while let next = peek, "0123456789+-eE.".unicodeScalars.contains(next), !sees("..") {
      position += 1
    }
    guard position > start else { throw fault("a number") }
    return text(from: start)
  }

  private mutating func literal() throws -> String {
    for word in ["null", "true", "false"] where take(word) { return word }
    return peek == "\"" ? "\"\(try string())\"" : try number()
  }

  private mutating func string() throws -> String {
    try expect("\"")
    let start = position - 1
    while let next = peek, next != "\"" { position += next == "\\" ? 2 : 1 }
    try expect("\"")
    guard case .string(let text) = try JSONValue(text: text(from: start)) else {
      throw fault("a string")
    }
    return text
  }

  /// Reads up to the slash at the end of a pattern.
  private mutating func regularExpression() throws -> String {
    let start = position
    while let next = peek, next != "/" { position += next == "\\" ? 2 : 1 }
    guard position <= scalars.count else { throw fault("a slash") }
    let source = text(from: start)
    try expect("/")
    return ReadType.plain(source)
  }

  private mutating func identifier() -> String {
    let start = position
    while let next = peek, next.isASCII,
      next.properties.isAlphabetic || next == "_"
        || ("0"..."9").contains(next)
    {
      position += 1
    }
    return text(from: start)
  }

  private func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<min(position, scalars.count)]))
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func sees(_ text: String) -> Bool {
    scalars[min(position, scalars.count)...].starts(with: text.unicodeScalars)
  }

  private mutating func take(_ text: String) -> Bool {
    guard sees(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private mutating func expect(_ text: String) throws {
    guard take(text) else { throw fault("'\(text)'") }
  }

  private func fault(_ expected: String) -> Fault {
    let near = scalars[max(0, position - 60)..<min(scalars.count, position + 40)]
    return Fault(
      description: "Expected \(expected) at \(position) in "
        + String(String.UnicodeScalarView(near)).debugDescription)
  }
}
