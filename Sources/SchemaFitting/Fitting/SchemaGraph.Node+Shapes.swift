import SchemaEncoding
import SchemaGuides
import SchemaModel

extension SchemaGraph.Node {
  /// What the values look like, of a node that keeps its form.
  func shapes(in rules: DialectRules) -> [ValueShape] {
    switch kind {
    case .null: return [ValueShape(.null)]
    case .boolean: return [ValueShape(.boolean)]
    case .integer, .number: return [ValueShape(.number)]
    case .string:
      let choices = constraints.choices?.compactMap(\.string)
      // What is not written does not tell values apart.
      return [ValueShape(.string, choices: rules[.choices] == .written ? choices : nil)]
    case .array, .tuple: return [ValueShape(.array)]
    case .object: return [objectShape(in: rules)]
    case .any:
      let kinds: [ValueShape.Kind] = [.null, .boolean, .number, .string, .array, .object]
      return kinds.map { ValueShape($0) }
    case .never, .anyOf, .reference: return []
    }
  }

  /// Whether a union at a property is written without `null`, for which the property is absent.
  ///
  /// An optional property may be absent and may be `null`. The string that stands for `null` tells these
  /// apart where no other alternative can be this string.
  func losesNull(in rules: DialectRules) -> Bool {
    guard rules.null != .written, rules.nullForm != .keyword, hasNullChoice,
      case .property(_, let isOptional) = role
    else { return false }
    let others = choices.filter { $0.kind != .null }
    guard !others.isEmpty else { return false }
    return !isOptional || !others.allSatisfy { $0.excludesNullText(in: rules) }
  }

  /// Whether no value is the string "null", however the node is fitted.
  private func excludesNullText(in rules: DialectRules) -> Bool {
    let node = SchemaGraph(storage: storage).resolving(self)
    switch node.kind {
    case .integer, .number, .boolean, .array, .tuple, .object:
      return node.constraints.choices == nil
    case .string:
      guard rules[.choices] == .written, let choices = node.constraints.choices else {
        return false
      }
      return !choices.contains { $0.string == "null" }
    case .null, .any, .never, .anyOf, .reference: return false
    }
  }

  private func objectShape(in rules: DialectRules) -> ValueShape {
    var shape = ValueShape(.object)
    var allowed: [String] = []
    let properties = self.properties
    let names = properties.answerNames(in: rules)
    for (property, name) in zip(properties, names)
    where property.node.kind != .never {
      allowed.append(name)
      let mayBeAbsent = property.isOptional || property.node.losesNull(in: rules)
      if !mayBeAbsent || rules.optional == .nullable { shape.required.append(name) }
      guard property.node.kind == .string, !property.isOptional, rules[.choices] == .written,
        let choices = property.node.constraints.choices
      else { continue }
      shape.tags.append(ValueShape.Tag(name: name, choices: choices.compactMap(\.string)))
    }
    if needsBeside(in: rules) {
      let entries = OpenObjectFitting.name(besides: names, by: rules)
      allowed.append(entries)
      shape.required.append(entries)
      shape.allowed = allowed
    } else if additionalProperties == nil, patternProperties.isEmpty {
      shape.allowed = allowed
    }
    return shape
  }
}
