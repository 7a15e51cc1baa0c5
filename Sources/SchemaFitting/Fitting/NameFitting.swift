import SchemaEncoding
import SchemaModel

/// A property whose name a dialect does not allow has another one.
enum NameFitting {
  /// Notes the name of a property, if it is another one.
  ///
  /// - Returns: What the description says of it.
  static func describe(
    _ property: SchemaGraph.Property, as name: String, with fitter: inout GraphFitter
  ) -> String? {
    guard name != property.name else { return nil }
    fitter.note(
      .name, at: property.node, "The property '\(property.name)' is named '\(name)'.",
      remedy: "Give it a name that the dialect '\(fitter.dialect)' takes.")
    let node = property.node
    // A description would make a union of what is only a reference.
    let isBare = node.description == nil || fitter.request.bareReferences.contains(node.index)
    if isBare, fitter.body(of: node) != nil, fitter.rules.referenceDescription == .wrapped {
      return nil
    }
    return "Named '\(property.name)'."
  }
}

extension [SchemaGraph.Property] {
  /// The names that the properties of an object have in answers.
  func answerNames(in rules: DialectRules) -> [String] {
    let rule = rules.propertyNames
    guard contains(where: { !rule.allows($0.name) }) else { return map(\.name) }
    var taken = TakenNames(lazy.map(\.name).filter(rule.allows))
    return map { rule.allows($0.name) ? $0.name : rule.name($0.name, besides: &taken) }
  }
}

/// Names that no other property may have.
struct TakenNames {
  fileprivate var names: Set<ExactText>

  /// The number that comes next for each name that has got some; all before are taken.
  fileprivate var numbers: [ExactText: Int] = [:]

  init(_ names: some Sequence<String>) { self.names = Set(names.map(ExactText.init)) }
}

extension NameRule {
  /// The allowed form of a name, with a number if it is one of the names that are taken; then it is one
  /// of them.
  func name(_ name: String, besides taken: inout TakenNames) -> String {
    let short = applied(to: name)
    var result = short
    var number = taken.numbers[ExactText(short)] ?? 2
    while !taken.names.insert(ExactText(result)).inserted {
      result = numbered(short, number)
      number += 1
    }
    taken.numbers[ExactText(short)] = number
    return result
  }
}
