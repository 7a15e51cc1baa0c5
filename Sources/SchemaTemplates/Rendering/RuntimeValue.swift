/// A value while a template is rendered.
///
/// Lists and objects are shared by reference, as in Python, since templates append to lists and set
/// members of namespaces.
enum RuntimeValue {
  /// A variable or a member that does not exist, with its name.
  case undefined(String)
  case none
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A number by its digits.
  case numeral(MarkedText)
  case string(MarkedText)
  case list(ListValue)
  case object(ObjectValue)
  case macro(MacroValue)
  case function(TemplateFunction)

  init(_ text: String) { self = .string(MarkedText(text)) }

  init(_ elements: [RuntimeValue]) { self = .list(ListValue(elements)) }

  /// - Throws: ``TemplateError`` if the value is nested deeper than ``maximumDepth``.
  init(_ value: TemplateValue, depth: Int = 0) throws(TemplateError) {
    guard depth < RuntimeValue.maximumDepth else {
      throw TemplateError(
        .limitExceeded, "A variable nests more than \(RuntimeValue.maximumDepth) levels deep.")
    }
    switch value {
    case .none: self = .none
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .numeral(let digits, let source):
      self = .numeral(MarkedText(digits, source: TextSource(source)))
    case .string(let text, let source):
      self = .string(MarkedText(text, source: TextSource(source)))
    case .list(let values):
      self.init(
        try values.map { value throws(TemplateError) in try RuntimeValue(value, depth: depth + 1) })
    case .object(let members, let source):
      let object = ObjectValue(source: TextSource(source))
      for member in members {
        object.set(member.name, to: try RuntimeValue(member.value, depth: depth + 1))
      }
      self = .object(object)
    }
  }

  var isTrue: Bool {
    switch self {
    case .undefined, .none: false
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0
    case .numeral: true
    case .string(let text): !text.isEmpty
    case .list(let list): !list.elements.isEmpty
    case .object(let object): object.isNamespace || object.count > 0
    case .macro, .function: true
    }
  }

  /// The kind, by Python's name.
  var kind: String {
    switch self {
    case .undefined: "undefined"
    case .none: "none"
    case .bool: "bool"
    case .integer: "int"
    case .number: "float"
    case .numeral(let digits): digits.isWhole ? "int" : "float"
    case .string: "string"
    case .list: "list"
    case .object: "dict"
    case .macro, .function: "function"
    }
  }

  /// The value as a number; Booleans are 0 and 1, as in Python.
  var double: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .number(let value): value
    case .numeral(let digits): Double(digits.text)
    default: nil
    }
  }

  var integer: Int? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): value
    default: nil
    }
  }

  var marked: MarkedText? { if case .string(let text) = self { text } else { nil } }

  /// Returns `true` for a text whose characters all come from a source.
  func isText(from source: TextSource) -> Bool {
    marked?.sources.allSatisfy { $0 == source } ?? false
  }

  /// Returns the key of the member that this value selects in an object.
  ///
  /// Equal numbers and Booleans have the same key, as in Python.
  ///
  /// - Returns: The key; `nil` for a value that is not a key.
  func memberKey(_ budget: RenderingBudget) throws(TemplateError) -> MemberKey? {
    switch self {
    case .none: return MemberKey(.none, "None")
    case .bool, .integer: return integer.map { MemberKey(.number, "\($0)") }
    case .number(let number):
      return MemberKey(.number, Int(exactly: number).map { "\($0)" } ?? "\(number)")
    case .numeral(let digits):
      try budget.spend(digits.count)
      return MemberKey(.number, digits.text)
    case .string(let text):
      try budget.spend(text.count)
      return MemberKey(.text, text.text)
    case .undefined, .list, .object, .macro, .function: return nil
    }
  }

  /// Returns `true` if two values are equal, compared to the depth ``maximumDepth``.
  func equals(
    _ other: RuntimeValue, _ budget: RenderingBudget, depth: Int = 0
  ) throws(TemplateError) -> Bool {
    guard depth < RuntimeValue.maximumDepth else { return false }
    try budget.spend(1)
    switch (self, other) {
    case (.string(let first), .string(let second)):
      guard first.count == second.count else { return false }
      try budget.spend(first.count)
      return first.scalars == second.scalars
    case (.numeral(let first), .numeral(let second)):
      try budget.spend(first.count)
      return first.scalars == second.scalars
    case (.list(let first), .list(let second)):
      guard first.elements.count == second.elements.count else { return false }
      for (one, two) in zip(first.elements, second.elements) {
        guard try one.equals(two, budget, depth: depth + 1) else { return false }
      }
      return true
    case (.object(let first), .object(let second)):
      guard first.count == second.count else { return false }
      try budget.spendNames(of: first)
      for key in first.keys {
        guard let one = first[key], let two = second[key],
          try one.equals(two, budget, depth: depth + 1)
        else { return false }
      }
      return true
    case (.none, .none), (.undefined, .undefined): return true
    default:
      guard let first = double, let second = other.double else { return false }
      return first == second
    }
  }

  /// The largest depth of variables, and of values that are written or compared.
  static let maximumDepth = 100
}

/// A list that can grow.
final class ListValue: UsedContainer {
  var isKept = false
  private(set) var elements: [RuntimeValue]

  init(_ elements: [RuntimeValue]) { self.elements = elements }

  func append(_ element: RuntimeValue) { elements.append(element) }

  func append(contentsOf added: [RuntimeValue]) { elements += added }

  func remove(at index: Int) -> RuntimeValue { elements.remove(at: index) }

  func removeAll() { elements = [] }
}

/// A key of an object, as Python compares keys: `1` and `'1'` are two keys.
struct MemberKey: Hashable {
  enum Kind {
    case none
    case number
    case text
  }

  let kind: Kind
  /// The text, or the digits of a number.
  let name: String

  init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  // Compares the bytes of the names, since Swift treats some texts with different characters as
  // equal.
  static func == (first: MemberKey, second: MemberKey) -> Bool {
    first.kind == second.kind && first.name.utf8.elementsEqual(second.name.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

/// Values by key, in the order in which they were set.
final class ObjectValue: UsedContainer {
  var isKept = false
  private(set) var keys: [MemberKey] = []
  private var members: [MemberKey: RuntimeValue] = [:]
  /// The values of the keys that are not texts from the object's source.
  private var keyValues: [MemberKey: RuntimeValue] = [:]
  /// The number of characters in the names of the keys, or a little more.
  private(set) var lengthOfNames = 0
  /// The source of the keys that are not in `keyValues`.
  private let source: TextSource
  /// `true` if the template created the object as a namespace, and can change its members.
  let isNamespace: Bool

  init(source: TextSource = .template, isNamespace: Bool = false) {
    self.source = source
    self.isNamespace = isNamespace
  }

  var count: Int { keys.count }

  subscript(key: MemberKey) -> RuntimeValue? { members[key] }

  subscript(name: String) -> RuntimeValue? { members[MemberKey(.text, name)] }

  /// Sets a value by a name that is from the object's source.
  func set(_ name: String, to value: RuntimeValue) { set(MemberKey(.text, name), to: value) }

  /// Sets a value by a key, and keeps the source of the key.
  ///
  /// As in Python, an earlier equal key is not replaced.
  ///
  /// `keyValue`: The value from which the key was made.
  func set(_ key: MemberKey, from keyValue: RuntimeValue, to value: RuntimeValue) {
    if members[key] == nil, !keyValue.isText(from: source) { keyValues[key] = keyValue }
    set(key, to: value)
  }

  private func set(_ key: MemberKey, to value: RuntimeValue) {
    if members.updateValue(value, forKey: key) == nil {
      keys.append(key)
      lengthOfNames += key.name.utf8.count
    }
  }

  func remove(_ key: MemberKey) -> RuntimeValue? {
    guard let value = members.removeValue(forKey: key) else { return nil }
    keys.removeAll { $0 == key }
    lengthOfNames -= key.name.utf8.count
    keyValues[key] = nil
    return value
  }

  func removeAll() {
    keys = []
    lengthOfNames = 0
    members = [:]
    keyValues = [:]
  }

  /// The values, in no order.
  var values: some Sequence<RuntimeValue> { members.values }

  func originalKey(_ key: MemberKey) -> RuntimeValue {
    keyValues[key] ?? .string(MarkedText(key.name, source: source))
  }

  var pairs: [(key: RuntimeValue, value: RuntimeValue)] {
    keys.map { (originalKey($0), members[$0] ?? .none) }
  }

  var items: [RuntimeValue] { pairs.map { RuntimeValue([$0.key, $0.value]) } }
}

/// A function that every template can call.
enum TemplateFunction: String {
  case raiseException = "raise_exception"
  case namespace
  case dict
  case range
  case strftimeNow = "strftime_now"
}

final class MacroValue {
  let macro: Macro
  /// The variables around the body of a call; a macro reads only the variables of the template.
  let scopes: [Scope]

  init(_ macro: Macro, scopes: [Scope]) {
    self.macro = macro
    self.scopes = scopes
  }
}

/// Variables by name.
final class Scope: UsedContainer {
  var isKept = false
  var variables: [String: RuntimeValue]

  init(_ variables: [String: RuntimeValue] = [:]) { self.variables = variables }

  func removeAll() { variables = [:] }
}

extension TemplateValue {
  /// The number of characters and values in the value; the caller has to check the depth first.
  var size: Int {
    switch self {
    case .string(let text, _), .numeral(let text, _): text.unicodeScalars.count + 1
    case .list(let values): values.reduce(1) { $0 + $1.size }
    case .object(let members, _):
      members.reduce(1) { $0 + $1.name.unicodeScalars.count + $1.value.size }
    default: 1
    }
  }
}
