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
/// The type conforms to `SchemaModel.Generable`. Types and guides are copied into the generated
/// code as they are written, so the compiler checks them, and reports a mismatch at the line of
/// the property.
///
/// ## Structs
///
/// The model generates the stored properties that have a written type, in the order of their
/// declaration; optional properties may be left out. The macro ignores static, computed and lazy
/// properties, properties with observers, constants with a value, and properties without a written
/// type, such as `let id = UUID()`. For a variable with a literal, such as `var count = 3`, the
/// macro warns that it is not generated; a private one is left out without a warning. A property
/// wrapper needs an `init(wrappedValue:)`.
///
/// The key of a property is its name. `CodingKeys` in the type rename it:
///
///     @Generable
///     struct Recipe: Codable {
///       enum CodingKeys: String, CodingKey {
///         case name, cookingTime = "cooking_time"
///       }
///       var name: String
///       var cookingTime: Int
///     }
///
/// The raw values have to be string literals or left out; otherwise the macro warns. A property
/// without a case is generated under its own name. `@Guide(key:)` takes precedence.
///
/// ## Enums
///
/// An enum becomes a choice among the names of its cases, or among its raw values if these are
/// strings. An enum with associated values becomes an object. Its key `type` has the name of the
/// case; the other keys are the labels of the values, or `value`, `value1` and so on. Its
/// `CodingKeys` have no effect. The macro declares a private type `DiscriminatedCases` in such an
/// enum, so the enum cannot have a member of that name.
///
/// ## Partially generated values
///
/// The nested type `PartiallyGenerated` holds the part of a value that the model has generated so
/// far. For a struct it is `Identifiable` and has all properties as optionals; for an enum with
/// associated values it has the same cases with optional values. For a struct it has a memberwise
/// initializer for previews and tests, in which every parameter has a default:
///
///     Recipe.PartiallyGenerated(name: "Soup")
///
/// The first parameter is the id: `generationID` if the struct has a property `id`, otherwise `id`.
/// A property has no parameter if it is private, is less accessible than the type, is inside of
/// `#if`, or has the name `self`. A value converts itself with `asPartiallyGenerated()`, which
/// never throws for this type. A part is left out if its own partially generated type is written by
/// hand and rejects it.
///
/// The partially generated type is `Sendable` if its parts are. If the type is public and has
/// properties that are not public, declare the type itself `Sendable`, or, if it is generic, the
/// partially generated one: `extension Recipe.PartiallyGenerated: Sendable {}`. If the type is
/// public, has only public properties, and is generic or not declared `Sendable`, its partially
/// generated type is `@frozen`, since Swift infers `Sendable` only then. This matters in modules
/// built for library evolution.
///
/// ## What stays as it is
///
/// The macro adds no stored properties, and no initializer to the type itself. So the memberwise
/// initializer stays, and so does the code that Swift synthesises for `Codable`, `Equatable` and
/// `Hashable`. If you declare `generationSchema`, `generatedContent`, `init(_: GeneratedContent)`
/// or `PartiallyGenerated` yourself, the macro leaves it out.
///
/// The initializer throws for incomplete content, so an answer that was cut off never becomes a
/// value.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(
  member,
  names: named(generationSchema), named(generatedContent), named(PartiallyGenerated),
  named(asPartiallyGenerated), named(DiscriminatedCases))
public macro Generable(description: String? = nil) =
  #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, and states how
/// `nil` is represented.
///
///     @Generable(representNilExplicitlyInGeneratedContent: true)
///     struct Note {
///       var hint: String?  // {"hint": null} where it is nil
///     }
///
/// - Parameters:
///   - description: A description of the values for the model, such as `"A remark"`.
///   - representNilExplicitlyInGeneratedContent: `true` if the content of a value has null for a
///     property that is `nil`, `false` if it leaves the property out. The schema is the same, and
///     reading accepts both.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(
  member,
  names: named(generationSchema), named(generatedContent), named(PartiallyGenerated),
  named(asPartiallyGenerated), named(DiscriminatedCases))
public macro Generable(
  description: String? = nil, representNilExplicitlyInGeneratedContent: Bool
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, with a title that
/// differs from its name.
///
///     @Generable(name: "Recipe")
///     struct RecipeVersion2 {
///       var name: String
///     }
///
/// - Parameters:
///   - name: The title of the schema, such as `"Recipe"`. The schema of an enum without associated
///     values is written inline wherever it occurs, without the title.
///   - description: A description of the values for the model, such as
///     `"A dish and how to cook it"`.
///   - representNilExplicitlyInGeneratedContent: `true` if the content of a value has null for a
///     property that is `nil`, `false` if it leaves the property out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(
  member,
  names: named(generationSchema), named(generatedContent), named(PartiallyGenerated),
  named(asPartiallyGenerated), named(DiscriminatedCases))
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")

/// Makes a struct or an enum a type whose values a language model can generate, with its comments
/// as descriptions.
///
///     /// A dish and how to cook it.
///     @Generable(commentsAsDescriptions: true)
///     struct Recipe {
///       /// The name of the dish.
///       var name: String
///     }
///
/// Documentation comments, `///` and `/** */`, describe the type, its properties, and the cases of
/// an enum with associated values. Other descriptions take precedence.
///
/// - Parameters:
///   - name: The title of the schema, such as `"Recipe"`, if it differs from the type's name.
///   - description: A description of the values for the model, in place of the comment.
///   - representNilExplicitlyInGeneratedContent: `true` if the content of a value has null for a
///     property that is `nil`, `false` if it leaves the property out.
///   - commentsAsDescriptions: `true` if comments are descriptions, as a literal: `true` or
///     `false`.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(
  member,
  names: named(generationSchema), named(generatedContent), named(PartiallyGenerated),
  named(asPartiallyGenerated), named(DiscriminatedCases))
public macro Generable(
  name: String? = nil, description: String? = nil,
  representNilExplicitlyInGeneratedContent: Bool = false, commentsAsDescriptions: Bool
) = #externalMacro(module: "SchemaMacrosPlugin", type: "GenerableMacro")
#endif
