#if Macros
public import _StringProcessing

/// Describes a property to the model.
///
///     @Guide(description: "The name of the dish")
///     var name: String
///
/// Several guides on one property apply together, in one `@Guide` or in several; several
/// descriptions become one text.
///
/// On a case with associated values, the attribute describes the case's object in JSON:
///
///     @Guide(description: "Wait before the next step")
///     case wait(minutes: Int)
@attached(peer)
public macro Guide(description: String) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States constraints on the value of a property.
///
///     @Guide(description: "Rating of the hotel", .range(1...5))
///     var stars: Int
///     @Guide(.count(1...3), .element(.minimumLength(2)))
///     var tags: [String]
///
/// - Parameters:
///   - description: A description of the value for the model, such as `"In minutes"`.
///   - guides: The constraints, such as `.range(1...5)`. They apply together. An optional property
///     may also be absent.
@attached(peer)
public macro Guide<T: Generable>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// States the pattern of a string.
///
///     @Guide(/[A-Z]{3}/)
///     var airport: String
///
/// - Parameters:
///   - description: A description of the value for the model, such as `"The IATA code"`.
///   - guides: The regular expression that the string contains a match of, such as `/[A-Z]{3}/`.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that differs from its name.
///
///     @Guide(key: "cooking_time", description: "In minutes")
///     var cookingTime: Int
///
/// The key takes precedence over a name in the type's `CodingKeys`.
///
/// - Parameters:
///   - key: The key, as a string literal, such as `"cooking_time"`.
///   - description: A description of the value for the model, such as `"In minutes"`.
@attached(peer)
public macro Guide(key: String, description: String? = nil) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that differs from its name, and states constraints on its
/// value.
///
///     @Guide(key: "cooking_time", description: "In minutes", .range(5...120))
///     var cookingTime: Int
///
/// - Parameters:
///   - key: The key, as a string literal, such as `"cooking_time"`.
///   - description: A description of the value for the model, such as `"In minutes"`.
///   - guides: The constraints, such as `.range(5...120)`. They apply together. An optional
///     property may also be absent.
@attached(peer)
public macro Guide<T: Generable>(
  key: String, description: String? = nil, _ guides: GenerationGuide<T>...
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")

/// Generates a property under a key that differs from its name, and states the pattern of its
/// string.
///
///     @Guide(key: "iata_code", /[A-Z]{3}/)
///     var airport: String
///
/// - Parameters:
///   - key: The key, as a string literal, such as `"iata_code"`.
///   - description: A description of the value for the model, such as `"Where it departs"`.
///   - guides: The regular expression that the string contains a match of, such as `/[A-Z]{3}/`.
@attached(peer)
public macro Guide<RegexOutput>(
  key: String, description: String? = nil, _ guides: Regex<RegexOutput>
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GuideMacro")
#endif
