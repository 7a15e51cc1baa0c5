#if Macros
public import _StringProcessing

/// Describes an associated value of a case.
///
///     @Generable
///     enum Step {
///       @Guide(for: "minutes", description: "How long to wait")
///       @Guide(for: "reason", description: "Why, in a few words")
///       case wait(minutes: Int, reason: String?)
///     }
///
/// Swift has no attributes on associated values, so the attributes are on the case and name the
/// value by its key in JSON. The key is the label, or the name after `_`, or else `value`, `value1`
/// and so on, as in
///
///     @Guide(for: "value", description: "The text to show")
///     case text(String)
///
/// - Parameters:
///   - value: The key of the value, as a string literal, such as `"minutes"`.
///   - description: A description of the value for the model, such as `"How long to wait"`.
@attached(peer)
public macro Guide(for value: String, description: String) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States constraints on an associated value of a case.
///
///     @Guide(for: "minutes", description: "How long to wait", .range(1...60))
///     case wait(minutes: Int)
///
/// - Parameters:
///   - value: The key of the value, as a string literal, such as `"minutes"`.
///   - description: A description of the value for the model, such as `"How long to wait"`.
///   - guides: The constraints, such as `.range(1...60)`. They apply together. An optional value
///     may also be absent.
@attached(peer)
public macro Guide<T: Generable>(
  for value: String, description: String? = nil, _ guides: GenerationGuide<T>...
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States the pattern of a string that is an associated value of a case.
///
///     @Guide(for: "airport", /[A-Z]{3}/)
///     case flight(airport: String)
///
/// - Parameters:
///   - value: The key of the value, as a string literal, such as `"airport"`.
///   - description: A description of the value for the model, such as `"Where it departs"`.
///   - guides: The regular expression that the string contains a match of, such as `/[A-Z]{3}/`.
@attached(peer)
public macro Guide<RegexOutput>(
  for value: String, description: String? = nil, _ guides: Regex<RegexOutput>
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")
#endif
