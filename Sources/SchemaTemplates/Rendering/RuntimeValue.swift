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
  /// A whole number that is too large for `Int`.
  case large(LargeInteger)
  case number(Double)
  /// A number by its digits.
  case numeral(MarkedText)
  case string(MarkedText)
  case list(ListValue)
  case object(ObjectValue)
  case loop(LoopValue)
  case cycler(CyclerValue)
  case joiner(JoinerValue)
  case macro(MacroValue)
  case function(TemplateFunction)
  /// A method of a value as a value, such as `text.upper`.
  indirect case method(RuntimeValue, String)

  init(_ text: String) { self = .string(MarkedText(text)) }

  init(_ elements: [RuntimeValue], _ form: ListValue.Form = .list) {
    self = .list(ListValue(elements, form))
  }

  init(_ number: LargeInteger) { self = number.int.map { .integer($0) } ?? .large(number) }

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
    case .large, .numeral: true
    case .string(let text): !text.isEmpty
    case .list(let list): !list.elements.isEmpty
    case .object(let object): object.kind != .dictionary || object.count > 0
    case .loop, .cycler, .joiner, .macro, .function, .method: true
    }
  }

  /// The kind, by Python's name.
  var kind: String {
    switch self {
    case .undefined: "undefined"
    case .none: "none"
    case .bool: "bool"
    case .integer, .large: "int"
    case .number: "float"
    case .numeral(let digits): digits.isWhole ? "int" : "float"
    case .string: "string"
    case .list(let list): list.form.kind
    case .object: "dict"
    case .loop: "loop"
    case .cycler: "cycler"
    case .joiner: "joiner"
    case .macro, .function, .method: "function"
    }
  }

  /// The value as a number; Booleans are 0 and 1, as in Python.
  var double: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .large(let value): value.double
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

  /// Returns a whole number of any size; `nil` for another value.
  func whole(_ budget: RenderingBudget) throws(TemplateError) -> LargeInteger? {
    switch self {
    case .bool, .integer: return integer.map { LargeInteger($0) }
    case .large(let value): return value
    case .numeral(let digits) where digits.isWhole:
      // The digits are read one after the other, into a number that grows.
      try budget.spend(digits.count * (digits.count / 9 + 1))
      let text = digits.text
      do throws(LargeInteger.Overflow) {
        return try LargeInteger(
          digits: text.drop { $0 == "-" }, isNegative: text.hasPrefix("-"))
      } catch {
        throw Operations.tooLarge
      }
    default: return nil
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
    case .large(let number):
      try budget.spend(number.size * number.size)
      return MemberKey(.number, number.text)
    case .number(let number):
      return MemberKey(.number, Int(exactly: number).map { "\($0)" } ?? "\(number)")
    case .numeral(let digits):
      try budget.spend(digits.count)
      return MemberKey(.number, digits.text)
    case .string(let text):
      try budget.spend(text.count)
      return MemberKey(.text, text.text)
    case .undefined, .list, .object, .loop, .cycler, .joiner, .macro, .function, .method:
      return nil
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
      guard first.form.kind == second.form.kind, first.elements.count == second.elements.count
      else { return false }
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
    case (.loop(let first), .loop(let second)): return first === second
    case (.cycler(let first), .cycler(let second)): return first === second
    case (.joiner(let first), .joiner(let second)): return first === second
    default:
      guard let first = double, let second = other.double else { return false }
      guard let one = try exact(budget), let two = try other.exact(budget) else {
        return first == second
      }
      return one == two
    }
  }

  /// Indicates whether Python has a hash of the value, to the depth ``maximumDepth``.
  func isHashable(_ budget: RenderingBudget, depth: Int = 0) throws(TemplateError) -> Bool {
    guard depth < RuntimeValue.maximumDepth else { return false }
    try budget.spend(1)
    switch self {
    case .list(let list) where list.form == .tuple:
      for element in list.elements {
        guard try element.isHashable(budget, depth: depth + 1) else { return false }
      }
      return true
    case .list(let list):
      if case .range = list.form { return true }
      return false
    case .object(let object): return object.kind != .dictionary
    default: return true
    }
  }

  /// Returns the whole number that a number is; `nil` for another value.
  func exact(_ budget: RenderingBudget) throws(TemplateError) -> LargeInteger? {
    if case .number(let number) = self { return LargeInteger(exactly: number) }
    return try whole(budget)
  }

  /// The largest depth of variables, and of values that are written or compared.
  static let maximumDepth = 100
}

/// A list that can grow.
final class ListValue: UsedContainer {
  /// A type of Python with elements.
  enum Form: Equatable {
    case list
    case tuple
    /// The keys, values or items of an object, by the name of the type.
    case view(String)
    case range(start: Int, end: Int, step: Int)

    /// The name of the type.
    var kind: String {
      switch self {
      case .list: "list"
      case .tuple: "tuple"
      case .view(let name): name
      case .range: "range"
      }
    }

    /// The form of a slice, with positions of elements as its bounds.
    func slice(from start: Int, to end: Int, step: Int) -> Form {
      guard case .range(let first, _, let distance) = self else { return self }
      let products = [start, end, step].map { $0.multipliedReportingOverflow(by: distance) }
      let bounds = products.prefix(2).map { first.addingReportingOverflow($0.partialValue) }
      guard !products.contains(where: \.overflow), !bounds.contains(where: \.overflow) else {
        return .list
      }
      return .range(
        start: bounds[0].partialValue, end: bounds[1].partialValue, step: products[2].partialValue)
    }

    /// Indicates whether an element can be selected by its index.
    var hasIndices: Bool { if case .view = self { false } else { true } }
  }

  var isKept = false
  let form: Form
  /// The names of the elements of a tuple that has them.
  let names: [String]
  private(set) var elements: [RuntimeValue]

  init(_ elements: [RuntimeValue], _ form: Form = .list, names: [String] = []) {
    self.elements = elements
    self.form = form
    self.names = names
  }

  /// Returns the element with a name; `nil` for another name.
  func member(_ name: String) -> RuntimeValue? {
    names.firstIndex(of: name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  func append(_ element: RuntimeValue) { elements.append(element) }

  func append(contentsOf added: [RuntimeValue]) { elements += added }

  func insert(_ element: RuntimeValue, at index: Int) { elements.insert(element, at: index) }

  func remove(at index: Int) -> RuntimeValue { elements.remove(at: index) }

  func replaceAll(with others: [RuntimeValue]) { elements = others }

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
  /// A type of Python with members.
  enum Kind {
    case dictionary
    /// An object whose members a template can change.
    case namespace
  }

  let kind: Kind

  init(source: TextSource = .template, kind: Kind = .dictionary) {
    self.source = source
    self.kind = kind
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

  var items: [RuntimeValue] { pairs.map { RuntimeValue([$0.key, $0.value], .tuple) } }
}

/// A function that every template can call.
enum TemplateFunction: String {
  case raiseException = "raise_exception"
  case namespace
  case dict
  case range
  case cycler
  case joiner
  case lipsum
  case strftimeNow = "strftime_now"
}

final class MacroValue {
  let macro: Macro
  /// The variables around the macro, or around the body of a call.
  let scopes: [Scope]

  init(_ macro: Macro, scopes: [Scope]) {
    self.macro = macro
    self.scopes = scopes
  }

  /// Returns a fact about the macro, by its name in jinja2; `nil` for another name.
  func member(_ name: String) -> RuntimeValue? {
    switch name {
    case "name": macro.name == Macro.nameOfCaller ? RuntimeValue.none : RuntimeValue(macro.name)
    case "arguments": RuntimeValue(macro.parameters.map { RuntimeValue($0.name) }, .tuple)
    case "catch_varargs": .bool(macro.usedNames.contains("varargs"))
    case "catch_kwargs": .bool(macro.usedNames.contains("kwargs"))
    case "caller": .bool(macro.usedNames.contains(Macro.nameOfCaller))
    default: nil
    }
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
