import SchemaText

/// The methods of lists that templates call.
enum ListMethod: String {
  case append, extend, insert, pop, remove, clear, copy, reverse, sort, index, count

  var parameters: [String] {
    switch self {
    case .append: ["object"]
    case .extend: ["iterable"]
    case .insert: ["index", "object"]
    case .pop: ["index"]
    case .remove, .count: ["value"]
    case .index: ["value", "start", "stop"]
    case .clear, .copy, .reverse: []
    case .sort: ["key", "reverse"]
    }
  }

  func call(
    of list: ListValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    /// The position of an argument, which counts from the end if it is negative.
    func position(_ name: String, _ standard: Int) throws(TemplateError) -> Int {
      let index = try arguments.integer(name) ?? standard
      let count = list.elements.count
      return index < 0 ? max(index, -count) + count : min(index, count)
    }
    /// The index of the argument `value`.
    func index(in range: Range<Int>) throws(TemplateError) -> Int {
      let value = try arguments.required("value")
      for index in range where try list.elements[index].equals(value, budget) { return index }
      throw TemplateError(.value, "A list does not have the value.")
    }
    switch self {
    case .append:
      try budget.spend(4)
      list.append(try arguments.required("object"))
      return .none
    case .extend:
      let iterable = try arguments.required("iterable")
      guard let added = try Operations.elements(of: iterable, budget) else {
        throw TemplateError(.value, "A list cannot be extended by a \(iterable.kind).")
      }
      try budget.spend(4 * added.count)
      list.append(contentsOf: added)
      return .none
    case .insert:
      guard arguments["index"] != nil else {
        throw TemplateError(.value, "The method 'insert' needs an index.")
      }
      try budget.spend(4 + list.elements.count)
      list.insert(try arguments.required("object"), at: try position("index", 0))
      return .none
    case .pop:
      let index = try arguments.integer("index") ?? -1
      let position = index < 0 ? index + list.elements.count : index
      guard list.elements.indices.contains(position) else {
        throw TemplateError(.value, "A list has no element \(index).")
      }
      try budget.spend(list.elements.count - position)
      return list.remove(at: position)
    case .remove:
      let index = try index(in: 0..<list.elements.count)
      try budget.spend(list.elements.count - index)
      _ = list.remove(at: index)
      return .none
    case .clear:
      list.removeAll()
      return .none
    case .copy:
      try budget.spend(4 * list.elements.count)
      return RuntimeValue(list.elements)
    case .reverse:
      try budget.spend(list.elements.count)
      list.replaceAll(with: list.elements.reversed())
      return .none
    case .sort:
      guard arguments.unlessNone("key") == nil else {
        throw TemplateError(
          .unsupported, "The argument 'key' is not supported. Use the filter 'sort'.")
      }
      let order = Order(
        paths: [try AttributePath(nil)], isCaseSensitive: true,
        isReversed: arguments.isTrue("reverse"), comparesEqual: true)
      list.replaceAll(with: try order.sorted(list.elements, budget))
      return .none
    case .index:
      let (start, end) = (try position("start", 0), try position("stop", list.elements.count))
      return .integer(try index(in: start..<max(start, end)))
    case .count:
      let value = try arguments.required("value")
      var count = 0
      for element in list.elements where try element.equals(value, budget) { count += 1 }
      return .integer(count)
    }
  }
}

/// The methods of objects that templates call, except for `update`, which accepts any argument.
enum ObjectMethod: String {
  case get, items, keys, values, pop, popitem, setdefault, clear, copy, fromkeys

  var parameters: [String] {
    switch self {
    case .get, .pop, .setdefault: ["key", "default"]
    case .fromkeys: ["iterable", "value"]
    case .items, .keys, .values, .popitem, .clear, .copy: []
    }
  }

  func call(
    of object: ObjectValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    func key() throws(TemplateError) -> MemberKey? {
      try arguments.required("key").memberKey(budget)
    }
    let standard = arguments["default"] ?? .none
    if self != .get, self != .setdefault { try budget.spendNames(of: object) }
    switch self {
    case .get: return try key().flatMap { object[$0] } ?? standard
    case .items: return RuntimeValue(object.items, .view("dict_items"))
    case .keys:
      return RuntimeValue(object.keys.map { object.originalKey($0) }, .view("dict_keys"))
    case .values: return RuntimeValue(object.keys.map { object[$0] ?? .none }, .view("dict_values"))
    case .pop:
      guard let key = try key() else { return standard }
      if let value = object.remove(key) { return value }
      guard arguments["default"] != nil else {
        throw TemplateError(.value, "An object has no member '\(key.name.excerpt)'.")
      }
      return standard
    case .popitem:
      guard let key = object.keys.last else {
        throw TemplateError(.value, "An object without members has no item.")
      }
      let name = object.originalKey(key)
      return RuntimeValue([name, object.remove(key) ?? .none], .tuple)
    case .setdefault:
      let name = try arguments.required("key")
      guard let key = try key() else {
        throw TemplateError(.value, "A value of the kind \(name.kind) cannot be a key.")
      }
      if let value = object[key] { return value }
      try budget.spend(8)
      object.set(key, from: name, to: standard)
      return standard
    case .clear:
      object.removeAll()
      return .none
    case .copy:
      let copy = ObjectValue()
      try copy.update([.object(object)], [], budget)
      return .object(copy)
    case .fromkeys:
      let iterable = try arguments.required("iterable")
      guard let names = try Operations.elements(of: iterable, budget) else {
        throw TemplateError(.value, "A value of the kind \(iterable.kind) has no keys.")
      }
      let result = ObjectValue()
      for name in names {
        guard let key = try name.memberKey(budget) else {
          throw TemplateError(.value, "A value of the kind \(name.kind) cannot be a key.")
        }
        try budget.spend(RenderingBudget.costOfObject)
        result.set(key, from: name, to: arguments["value"] ?? .none)
      }
      return .object(result)
    }
  }
}

extension ObjectValue {
  /// Adds the members of another object, and named values.
  ///
  /// `positional`: At most one object, or list of pairs.
  ///
  /// - Throws: ``TemplateError`` for a value that is not an object.
  func update(
    _ positional: [RuntimeValue], _ named: [NamedArgument],
    _ budget: RenderingBudget
  ) throws(TemplateError) {
    switch positional.first {
    case nil: break
    case .object(let other) where positional.count == 1:
      try budget.spendNames(of: other)
      for (key, pair) in zip(other.keys, other.pairs) { set(key, from: pair.key, to: pair.value) }
    case let other?:
      guard positional.count == 1, case let pairs? = try Self.pairs(other, budget) else {
        throw TemplateError(
          .value, "A value of the kind \(other.kind) is not an object or a list of pairs.")
      }
      for (name, value) in pairs {
        guard let key = try name.memberKey(budget) else {
          throw TemplateError(.value, "A value of the kind \(name.kind) cannot be a key.")
        }
        set(key, from: name, to: value)
      }
    }
    for argument in named {
      set(MemberKey(.text, argument.name), from: argument.key, to: argument.value)
    }
  }

  /// Returns the pairs of a name and a value in a list; `nil` for another value.
  private static func pairs(
    _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> [(RuntimeValue, RuntimeValue)]? {
    if case .undefined = value { return nil }
    guard let elements = try Operations.elements(of: value, budget) else { return nil }
    var pairs: [(RuntimeValue, RuntimeValue)] = []
    for element in elements {
      guard let parts = try Operations.elements(of: element, budget), parts.count == 2 else {
        return nil
      }
      try budget.spend(RenderingBudget.costOfObject)
      pairs.append((parts[0], parts[1]))
    }
    return pairs
  }
}
