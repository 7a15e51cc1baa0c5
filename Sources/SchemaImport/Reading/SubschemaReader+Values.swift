import SchemaContent
import SchemaModel
import SchemaPatterns
import SchemaText

extension SubschemaReader {
  func mismatch(_ node: Int, _ keyword: Keyword, _ expected: String) -> SchemaImportError {
    fault(
      .invalidKeyword, node,
      "'\(keyword.rawValue)' has to be \(expected), and is \(Self.phrase(document.form(node))).",
      "Correct the value, or remove the keyword.")
  }

  private static func phrase(_ form: SchemaDocument.Form) -> String {
    switch form {
    case .null, .nothing: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  func text(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> String {
    guard let text = document.content(node).text else {
      throw mismatch(node, keyword, "a string")
    }
    return text
  }

  func boolean(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Bool {
    guard let truth = document.content(node).truth else {
      throw mismatch(node, keyword, "true or false")
    }
    return truth
  }

  func number(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> SchemaNumber {
    guard document.form(node) == .number else { throw mismatch(node, keyword, "a number") }
    guard let number = document.content(node).exactNumber else {
      throw fault(
        .invalidKeyword, node, "The number's exponent has more than 17 digits.",
        "Write a smaller number.")
    }
    return number
  }

  /// A count; one that is too large for an `Int` becomes its maximum, which no value reaches.
  func count(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Int {
    let number = try number(node, keyword)
    guard number.isInteger, !number.isNegative else {
      throw fault(
        .invalidKeyword, node,
        "'\(keyword.rawValue)' has to be an integer from 0 on, and is \(number).",
        "Correct the value, or remove the keyword.")
    }
    return number.integer(Int.self) ?? .max
  }

  func texts(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> [String] {
    guard document.form(node) == .array else {
      throw mismatch(node, keyword, "an array of strings")
    }
    var texts: [String] = []
    for element in document.children(of: node) {
      guard let text = document.content(element).text else {
        throw mismatch(element, keyword, "an array of strings")
      }
      texts.append(text)
    }
    return texts
  }

  /// The types that `type` names, one for each name.
  func types(_ node: Int) throws(SchemaImportError) -> [ValueTypes] {
    guard document.form(node) != .string else { return [try type(node)] }
    guard document.form(node) == .array else {
      throw mismatch(node, .type, "the name of a type or an array of such")
    }
    var types: [ValueTypes] = []
    for element in document.children(of: node) { types.append(try type(element)) }
    return types
  }

  private func type(_ node: Int) throws(SchemaImportError) -> ValueTypes {
    let name = try text(node, .type)
    if let type = ValueTypes(name: name) { return type }
    throw fault(
      .invalidKeyword, node, "'\(name)' is not a type.",
      "Use null, boolean, integer, number, string, array or object.")
  }

  func schemas(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> [Int] {
    guard document.form(node) == .array else {
      throw mismatch(node, keyword, "an array of schemas")
    }
    let elements = Array(document.children(of: node))
    guard !elements.isEmpty || keyword == .prefixItems || keyword == .items else {
      throw fault(
        .invalidKeyword, node, "'\(keyword.rawValue)' has to hold at least one schema.",
        "Add a schema, or remove the keyword.")
    }
    return elements
  }

  func members(
    _ node: Int, _ keyword: Keyword
  ) throws(SchemaImportError) -> [(name: String, node: Int)] {
    guard document.form(node) == .object else { throw mismatch(node, keyword, "an object") }
    return document.children(of: node).map { (document.name(of: $0), $0) }
  }

  /// A pattern, or `nil` with a warning if it cannot be read.
  mutating func pattern(_ source: String, _ node: Int, _ keyword: Keyword) -> SchemaPattern? {
    do {
      return try SchemaPattern(ecma: source)
    } catch {
      log.add(
        .pattern, at: node, keyword.rawValue, "The regular expression cannot be read: \(error)",
        remedy: "Correct it; JSON Schema uses the syntax of ECMA-262 with the flag u.")
      return nil
    }
  }

  /// The values that `enum` and `const` list.
  func choices(
    of schema: Subschema
  ) throws(SchemaImportError) -> [(node: Int, keyword: Keyword, values: [Int])] {
    var lists: [(node: Int, keyword: Keyword, values: [Int])] = []
    if let list = schema[.enum] {
      guard document.form(list) == .array else { throw mismatch(list, .enum, "an array") }
      guard document.content(list).childCount > 0 else {
        throw fault(
          .invalidKeyword, list, "'enum' has to list at least one value.",
          "Add a value, or remove the keyword.")
      }
      lists.append((list, .enum, Array(document.children(of: list))))
    }
    if let constant = schema[.const] { lists.append((constant, .const, [constant])) }
    return lists
  }

  /// The scalar at a value; `nil` for an array or an object.
  func scalar(_ node: Int) -> SchemaScalar? {
    let content = document.content(node)
    switch document.form(node) {
    case .null: return .null
    case .bool: return content.truth.map { .boolean($0) }
    case .string: return content.text.map { .string($0) }
    case .number: return content.exactNumber.map { .number($0) }
    case .array, .object, .nothing: return nil
    }
  }

  /// The target of a reference; `nil` with a warning if it has several.
  mutating func target(
    of keyword: Keyword, _ node: Int, in schema: Subschema
  ) throws(SchemaImportError) -> Int? {
    let text = try text(node, keyword)
    guard keyword == .reference || resolver.isStatic(keyword, text) else {
      log.add(
        .dynamicReference, at: node, keyword.rawValue,
        "'\(keyword.rawValue)' has several possible targets, so any value is accepted.",
        remedy: "Use '$ref' to refer to one schema.")
      return nil
    }
    switch resolver.resolve(text, at: schema.node) {
    case .node(let target): return target
    case .fallback(let target):
      log.add(
        .outerReference, at: node, keyword.rawValue,
        "'\(text)' has no target within the schema's own '$id', and was looked up from the root.",
        remedy: "Write the reference relative to the '$id' that encloses it.")
      return target
    case .remote(let uri):
      throw fault(
        .remoteReference, node,
        "'\(text)' refers to another document, '\(uri)', which is not fetched.",
        "Supply the document with the option 'remotes', or copy the target into '$defs'.")
    case .nowhere:
      throw fault(
        .invalidReference, node, "'\(text)' has no target in this document.",
        "Correct the reference, or add the target.")
    }
  }
}
