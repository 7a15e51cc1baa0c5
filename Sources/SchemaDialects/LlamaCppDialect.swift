public import SchemaEncoding

/// The dialect of llama.cpp and of servers that are built on it: schemas that it enforces.
///
/// llama.cpp does not show the schema to the model, so the model never reads a description. Also
/// put the text of the schema into the prompt.
///
/// - llama.cpp does not support `#`, so a reference to the root refers to a copy of the root among
///   the definitions. Names of definitions only have ASCII letters and digits: llama.cpp replaces
///   every other character by the same character, so two names could become equal.
/// - A pattern is written if it can be converted directly to a grammar: anchored by `^` and `$`,
///   with plain characters, classes that are not negated, groups and repetitions. llama.cpp would
///   read any other pattern as any string, or would allow a quotation mark that ends the string, so
///   the pattern is described.
/// - Of a pattern, a format and lengths on one string, the first is enforced and the others are
///   described. Formats other than `date`, `time`, `date-time` and `uuid` are described.
/// - `minimum` and `maximum` are written on integers of 64 bits; on other numbers they are
///   described. So are `multipleOf` and counts of properties.
/// - A length of 2000 or more, and a count above 1997, is described: llama.cpp rejects a grammar
///   with 2000 repetitions, and an array takes a few more than its elements. So are counts of
///   arrays inside each other whose product is greater.
/// - Required properties are generated before the others; a note marks a changed order.
/// - Properties whose names match a pattern are written with a warning, since the names are lost. A
///   property that an open object must not have is not written, with a warning.
/// - A single choice is `const`.
/// - Of an array whose first elements have schemas of their own, all of these are generated, also
///   those that may be absent. Further elements are an error, because the converter would read
///   `items` in place of `prefixItems`.
///
/// Fitted (`SchemaEncoder.fit(_:)`): properties whose names match a pattern, and arrays with
/// further elements after those with schemas of their own.
///
/// Source: the converter from JSON Schema to grammars (`common/json-schema.cpp` and
/// `common/json-schema-to-grammar.cpp`) in the copy of llama.cpp in llama-cpp-python 0.3.36. Not
/// verified: other versions, and engines with other rules for schemas, such as Ollama. For
/// repetitions, reports of the project's users: versions before September 2026 reject exactly 2000.
public struct LlamaCppDialect: SchemaDialect {
  /// `llama.cpp`.
  public let name = "llama.cpp"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .mixedChoices, .pattern, .format, .minimumLength, .maximumLength,
      .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .minimumCount, .maximumCount,
    ])
    rules.definitions?.copiesRoot = true
    rules.definitions?.names = .ascii(punctuation: "", replacement: "")
    rules.objects.generatesRequiredFirst = true
    rules.constraints.singleChoiceIsConstant = true
    rules[.null] = .written
    rules[.anyValue] = .written
    rules.objects.additionalProperties = .written(patterns: .warned)
    rules.objects.open = .written(forbidden: .warned)
    rules.tuples = .closedByMaximumCount
    rules.constraints.formats = ["date", "time", "date-time", "uuid"]
    rules.constraints.pattern = { $0.isPlain ? $0.source : nil }
    rules.constraints.states = { constraint, number, node in
      switch constraint {
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
        node.kind == .integer && number.int64 != nil
      case .minimumLength, .maximumLength: number <= SchemaNumber(Self.longestString)
      case .minimumCount, .maximumCount: node.allowsCount(number, upTo: Self.mostElements)
      default: true
      }
    }
    rules.constraints.combination = .firstOnStrings
    return rules
  }

  /// The largest length of a string and the largest count of elements that take fewer than 2000
  /// repetitions of a grammar.
  private static let (longestString, mostElements) = (1_999, 1_997)
}
