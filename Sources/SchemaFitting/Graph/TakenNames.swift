import SchemaEncoding
import SchemaModel

/// The names that are already used in an object.
struct TakenNames {
  private var names: Set<ExactText>

  /// The next number for each name with numbered forms.
  ///
  /// All smaller numbers are used.
  private var numbers: [ExactText: Int] = [:]

  init(_ names: some Sequence<String>) { self.names = Set(names.map(ExactText.init)) }

  /// Adds the form of a name that a rule allows, with a number if the form is already used.
  mutating func add(_ name: String, by rule: NameRule) -> String {
    let short = rule.applied(to: name)
    var result = short
    var number = numbers[ExactText(short)] ?? 2
    while !names.insert(ExactText(result)).inserted {
      result = rule.numbered(short, number)
      number += 1
    }
    numbers[ExactText(short)] = number
    return result
  }
}
