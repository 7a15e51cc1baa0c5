import SchemaContent
import SchemaDocuments
import SchemaModel
import SchemaText

extension SubschemaReader {
  func mismatch(_ node: Int, _ keyword: Keyword, _ expected: String) -> SchemaImportError {
    fault(
      .invalidKeyword, node,
      "'\(keyword.rawValue)' has to be \(expected), and is \(ValueTypes(document.shape(node)).phrase).",
      "Correct the value, or remove the keyword.")
  }

  func text(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> String {
    guard let text = document.string(node) else { throw mismatch(node, keyword, "a string") }
    return text
  }

  func boolean(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Bool {
    guard let truth = document.boolean(node) else {
      throw mismatch(node, keyword, "true or false")
    }
    return truth
  }

  func number(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> SchemaNumber {
    guard document.shape(node) == .number else { throw mismatch(node, keyword, "a number") }
    guard let number = document.number(node) else {
      throw fault(
        .invalidKeyword, node, "The number's exponent has more than 17 digits.",
        "Write a smaller number.")
    }
    return number
  }

  /// A count; one that is too large for an `Int` becomes its maximum, which no value reaches.
  func count(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Int {
    let number = try number(node, keyword)
    guard let count = document.count(node) else {
      throw fault(
        .invalidKeyword, node,
        "'\(keyword.rawValue)' has to be an integer from 0 on, and is \(number).",
        "Correct the value, or remove the keyword.")
    }
    return count
  }

  func texts(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> [String] {
    guard document.shape(node) == .array else {
      throw mismatch(node, keyword, "an array of strings")
    }
    guard let texts = document.strings(node) else {
      let other = document.children(of: node).first { document.shape($0) != .string }
      throw mismatch(other ?? node, keyword, "an array of strings")
    }
    return texts
  }

  /// The types that `type` names, one for each name.
  func types(_ node: Int) throws(SchemaImportError) -> [ValueTypes] {
    guard document.shape(node) != .string else { return [try type(node)] }
    guard document.shape(node) == .array else {
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
    guard document.shape(node) == .array else {
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

  /// The values that `enum` and `const` list.
  func choices(
    of schema: Subschema
  ) throws(SchemaImportError) -> [(node: Int, keyword: Keyword, values: [Int])] {
    var lists: [(node: Int, keyword: Keyword, values: [Int])] = []
    if let list = schema[.enum] {
      guard document.shape(list) == .array else { throw mismatch(list, .enum, "an array") }
      guard !document.children(of: list).isEmpty else {
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
    switch document.shape(node) {
    case .null: return .null
    case .bool: return content.truth.map { .boolean($0) }
    case .string: return content.text.map { .string($0) }
    case .number: return content.exactNumber.map { .number($0) }
    case .array, .object, .nothing: return nil
    }
  }
}
