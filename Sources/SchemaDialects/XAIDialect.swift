public import SchemaEncoding

/// The dialect of xAI: structured outputs of Grok, and the arguments of tools.
///
/// Tools are always strict, without a key for it.
///
/// - `minLength` and `maxLength` are written up to 2 048, counts of elements up to 256, and counts
///   of properties up to 64. The service accepts larger values without a guarantee; they are
///   described.
/// - The service compares a pattern with the whole string, so a pattern without anchors is written
///   with `[\s\S]*` around it. In a pattern, `.` also matches a line break. Lookarounds,
///   back-references, word boundaries and Unicode properties are described.
/// - Formats other than eight are described, and so are `multipleOf`, which the page does not list,
///   and `contains`, whose counts the service rejects.
/// - An optional property is left out of `required`. An object with named properties may be open.
/// - Dictionaries, values of any kind and types that contain themselves are errors. So are further
///   elements of an array whose first elements have schemas of their own.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, dictionaries, further properties of an object that
/// have a schema or names that match a pattern, values of any kind, arrays with such further
/// elements, and types that contain themselves.
///
/// Source: xAI's page "Structured Outputs" (docs.x.ai), read on 2026-11-22.
///
/// Not verified against the service: a root that is not an object, so it is a warning;
/// `multipleOf`; `additionalProperties` with a schema; `items` next to `prefixItems`; types that
/// contain themselves; the order of properties.
public struct XAIDialect: SchemaDialect {
  /// `xai`.
  public let name = "xai"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: .jsonSchema)
    rules[.multipleOf] = .described
    rules[.contains] = .described
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules.constraints.singleChoiceIsConstant = true
    rules.objects.open = .written(forbidden: .warned)
    rules.tuples = .closedByMaximumCount
    rules[.otherRoot] = .warned
    rules.definitions?.recursion = .rejected
    rules.constraints.formats = [
      "date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri",
    ]
    rules.constraints.pattern = Self.wholeString
    rules.constraints.states = { constraint, number, _ in
      switch constraint {
      case .minimumLength, .maximumLength: number <= SchemaNumber(2048)
      case .minimumCount, .maximumCount: number <= SchemaNumber(256)
      case .minimumPropertyCount, .maximumPropertyCount: number <= SchemaNumber(64)
      default: true
      }
    }
    return rules
  }

  @Sendable private static func wholeString(_ pattern: SchemaPattern) -> String? {
    let usesUnsupported =
      pattern.usesLookaround || pattern.usesBackreferences || pattern.usesWordBoundaries
      || pattern.usesUnicodeProperties
    return usesUnsupported ? nil : pattern.wholeStringSource
  }
}
