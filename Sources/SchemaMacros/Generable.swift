#if Macros
/// Makes a struct or an enum a type whose values a language model can generate.
///
///     @Generable(description: "A dish and how to cook it")
///     struct Recipe {
///       @Guide(description: "The name of the dish")
///       var name: String
///       @Guide(.range(5...120))
///       var minutes: Int
///       var hint: String?
///     }
///
/// The type conforms to ``SchemaModel/Generable``. A model fills the stored properties that have a
/// written type, in the order of their declaration; an optional one may be left out. Static,
/// computed and lazy properties, those with observers, constants with a value, and properties whose
/// type is not written, such as `let id = UUID()`, are none of its business. Types and guides stand
/// in what is generated as they stand in the source.
///
/// An enum becomes a choice among the names of its cases, or among its raw values if these are
/// strings. An enum whose cases have values becomes an object that has the name of the case under the
/// key `type`, beside the values: these have their labels for keys, or `value`, `value1` and so on.
///
/// The nested type `PartiallyGenerated` holds what has arrived of a value: a struct's is
/// `Identifiable` and has all properties as optionals, an enum's has the same cases with optional
/// values. Swift infers whether it is `Sendable`, except for public types: of these say it in the
/// same file, `extension Recipe.PartiallyGenerated: Sendable {}`.
///
/// Nothing is added to the stored properties, and no initialiser stands in the type itself, so the
/// memberwise initialiser stays, as does what Swift derives for `Codable`, `Equatable` and
/// `Hashable`. What you declare yourself of `generationSchema`, `generatedContent`,
/// `init(_: GeneratedContent)` and `PartiallyGenerated` is taken in place of what would be generated.
///
/// A value is made of complete content only: the initialiser throws on an answer that was cut off.
///
/// - Parameter description: What values are for, in words for the model.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, and says what
/// becomes of `nil`.
///
/// - Parameters:
///   - description: What values are for, in words for the model.
///   - representNilExplicitlyInGeneratedContent: Whether the content of a value has null for a
///     property that is `nil`; otherwise it lacks the property. The schema is the same either way,
///     and reading takes both.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
  description: String? = nil, representNilExplicitlyInGeneratedContent: Bool
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, under a name of its
/// own.
///
/// - Parameters:
///   - name: The title of the schema, in place of the type's name. An enum without values is written
///     out wherever it occurs, and the name does not show there.
///   - description: What values are for, in words for the model.
///   - representNilExplicitlyInGeneratedContent: Whether the content of a value has null for a
///     property that is `nil`; otherwise it lacks the property.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, described by its
/// comments.
///
///     /// A dish and how to cook it.
///     @Generable(commentsAsDescriptions: true)
///     struct Recipe {
///       /// The name of the dish.
///       var name: String
///     }
///
/// Documentation comments, `///` and `/** */`, describe the type, its properties, and the cases of an
/// enum with values. A description that is given otherwise comes first.
///
/// - Parameters:
///   - name: The title of the schema, in place of the type's name.
///   - description: What values are for, in words for the model.
///   - representNilExplicitlyInGeneratedContent: Whether the content of a value has null for a
///     property that is `nil`; otherwise it lacks the property.
///   - commentsAsDescriptions: Whether comments are descriptions: `true` or `false`, as a literal.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
  name: String? = nil, description: String? = nil,
  representNilExplicitlyInGeneratedContent: Bool = false, commentsAsDescriptions: Bool
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")
#endif
