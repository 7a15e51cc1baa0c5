public import SchemaEncoding

/// What llama.cpp turns into a grammar without loss, as do the servers that are built on it.
///
/// llama.cpp does not show the schema to the model: it neither reads descriptions nor what is told in
/// them. Put the text of the schema into the prompt too.
///
/// - There is no `#`: what refers to the root leads to a copy of it among the definitions. Names of
///   definitions are of ASCII letters and digits: llama.cpp takes all else for one sign, and with it
///   two definitions for one.
/// - A pattern is written if it can be turned into a grammar as it is: anchored by `^` and `$`, of
///   plain characters, classes that are not negated, groups and repetitions. Any other would be read
///   as any string, or allow a quotation mark that ends the string, so it is told in the description.
/// - Of a pattern, a format and lengths on one string, the first is enforced, the others are told.
///   Formats other than `date`, `time`, `date-time` and `uuid` are told.
/// - `minimum` and `maximum` are written on integers of 64 bits; on other numbers they are told. So are
///   `multipleOf` and counts of properties.
/// - Required properties are generated before the others; a note says where that changes the order.
/// - Properties whose names match a pattern are written with a warning, since the names are lost; that
///   an open object must not have some property is not written, with a warning.
/// - A single choice is `const`.
///
/// Source: the converter from JSON Schema to grammars (`common/json-schema.cpp` and
/// `common/json-schema-to-grammar.cpp`) in the copy of llama.cpp that llama-cpp-python 0.3.36 brings.
/// Not verified: other versions, and engines that take a schema under other rules, such as Ollama.
public struct LlamaCppDialect: SchemaDialect {
  /// `llama.cpp`.
  public let name = "llama.cpp"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules()
    rules.rootReference = .definition
    rules.definitionNames = .ascii(punctuation: "", replacement: "")
    rules.propertyOrder = .requiredFirst
    rules.constants = .constant
    rules.formats = ["date", "time", "date-time", "uuid"]
    rules.patterns.requiresPlainForm = true
    rules.bounds = .integers
    rules.patternProperties = .told
    rules.forbiddenProperties = .told
    rules[.multipleOf] = .told
    rules[.minimumPropertyCount] = .told
    rules[.maximumPropertyCount] = .told
    rules.combinesStringConstraints = false
    rules.combinesWithAllOf = false
    return rules
  }
}
