#if Macros
public import _StringProcessing

/// Tells the model what a property is for.
///
/// Several guides on one property hold together, whether in one `@Guide` or in several; several
/// descriptions become one text.
///
/// - Parameter description: What the property is for, in words for the model.
@attached(peer)
public macro Guide(description: String) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States what the value of a property satisfies.
///
///     @Guide(description: "Rating of the hotel", .range(1...5))
///     var stars: Int
///
/// - Parameters:
///   - description: What the property is for, in words for the model.
///   - guides: What the value satisfies; all of it, where the property has a value.
@attached(peer)
public macro Guide<T: Generable>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States the form of a string.
///
///     @Guide(/[A-Z]{3}/)
///     var airport: String
///
/// - Parameters:
///   - description: What the property is for, in words for the model.
///   - guides: The regular expression of which the string contains a match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that is not its name.
///
///     @Guide(key: "cooking_time")
///     var cookingTime: Int
///
/// - Parameters:
///   - key: The key, as a string literal.
///   - description: What the property is for, in words for the model.
@attached(peer)
public macro Guide(key: String, description: String? = nil) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that is not its name, and states what its value satisfies.
///
/// - Parameters:
///   - key: The key, as a string literal.
///   - description: What the property is for, in words for the model.
///   - guides: What the value satisfies; all of it, where the property has a value.
@attached(peer)
public macro Guide<T: Generable>(
  key: String, description: String? = nil, _ guides: GenerationGuide<T>...
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that is not its name, and states the form of its string.
///
/// - Parameters:
///   - key: The key, as a string literal.
///   - description: What the property is for, in words for the model.
///   - guides: The regular expression of which the string contains a match.
@attached(peer)
public macro Guide<RegexOutput>(
  key: String, description: String? = nil, _ guides: Regex<RegexOutput>
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")
#endif
