extension DialectRules {
  /// The names under which a dialect writes keywords and types.
  ///
  /// Limits are measured on the schema and not on its text, so a renamed keyword is measured too.
  public struct Keywords: Sendable, Hashable {
    /// The type of value.
    public var type = "type"
    /// The title.
    public var title = "title"
    /// The description.
    public var description = "description"
    /// A reference.
    public var reference = "$ref"
    /// The definitions.
    public var definitions = "$defs"
    /// The named properties of an object.
    public var properties = "properties"
    /// The names of the properties that an object must have.
    public var required = "required"
    /// The properties of an object that are not named.
    public var additionalProperties = "additionalProperties"
    /// The properties of an object whose names match patterns.
    public var patternProperties = "patternProperties"
    /// The elements of an array.
    public var items = "items"
    /// The first elements of an array, one schema each.
    public var prefixItems = "prefixItems"
    /// The alternatives of a union.
    public var anyOf = "anyOf"
    /// Schemas that hold together.
    public var allOf = "allOf"
    /// A list of choices.
    public var choices = "enum"
    /// A single choice.
    public var constant = "const"
    /// Indicates whether a value may be `null` (``DialectRules/NullForm/keyword``).
    public var nullable = "nullable"

    /// The spelling of the names of types.
    public var typeNames: TypeNames = .lowercase

    /// The list of an object's properties in order; `nil` to write none.
    public var propertyOrder: String?

    /// The text before the escaped name of a definition in a reference; `nil` for the JSON
    /// Pointer to ``definitions``, such as `#/$defs/`.
    public var referencePrefix: String?

    private var constraints: [Constraint: String] = [:]

    /// Creates the keywords of JSON Schema.
    public init() {}

    /// The keyword of a constraint.
    public subscript(constraint: Constraint) -> String {
      get {
        switch constraint {
        case .choices, .numberChoices, .mixedChoices: choices
        default: constraints[constraint] ?? constraint.keyword
        }
      }
      set {
        switch constraint {
        case .choices, .numberChoices, .mixedChoices: choices = newValue
        default: constraints[constraint] = newValue
        }
      }
    }
  }

  /// The spelling of the names of types.
  public enum TypeNames: Sendable, Hashable {
    /// As in JSON Schema: `string`.
    case lowercase

    /// As in the protocol buffers of some services: `STRING`.
    case uppercase
  }
}
