public import SchemaEncoding

/// The dialect of xgrammar, which vLLM and SGLang use by default: schemas that it enforces.
///
/// - A pattern is written if it is anchored by `^` and `$`, and has plain characters, classes that
///   are not negated, groups and repetitions: xgrammar compares a pattern with the whole string.
///   Any other pattern is described.
/// - Of a pattern, a format and lengths on one string, the first is written and the others are
///   described. Formats other than the fourteen that vLLM passes on are described.
/// - `multipleOf`, counts of properties, and exclusive bounds on numbers that are not integers are
///   described.
/// - Names of definitions have ASCII letters, digits, `_` and `-`, so that no reference needs an
///   escape.
/// - An array whose first elements have schemas of their own has `items` after its `prefixItems`:
///   the schema of further elements, or `false`.
/// - Properties whose names match a pattern are an error, because vLLM rejects them next to named
///   properties. A property that an open object must not have is not written, with a warning.
///
/// The servers do not show the schema to the model. Also put the text of the schema into the
/// prompt.
///
/// Fitted (`SchemaEncoder.fit(_:)`): properties whose names match a pattern.
///
/// Source: xgrammar 0.2.8, which was run, and the checks that vLLM makes before it
/// (`backend_xgrammar.py`), read on 2026-11-22.
///
/// Not verified: other versions, and servers that are started with another engine.
public struct XGrammarDialect: SchemaDialect {
  /// `xgrammar`.
  public let name = "xgrammar"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .mixedChoices, .pattern, .format, .minimumLength, .maximumLength,
      .minimum, .maximum, .minimumCount, .maximumCount,
    ])
    rules.constraints.singleChoiceIsConstant = true
    rules[.null] = .written
    rules[.anyValue] = .written
    rules.objects.additionalProperties = .written(patterns: .rejected)
    rules.objects.open = .written(forbidden: .warned)
    rules.tuples = .closedByItems
    rules[.furtherElements] = .written
    rules.constraints.formats = [
      "email", "date", "time", "date-time", "duration", "ipv4", "ipv6", "hostname", "uuid", "uri",
      "uri-reference", "uri-template", "json-pointer", "relative-json-pointer",
    ]
    rules.constraints.pattern = { $0.isPlain ? $0.source : nil }
    rules.constraints.combination = .firstOnStrings
    rules.definitions?.names = .ascii(punctuation: "_-")
    return rules
  }
}
