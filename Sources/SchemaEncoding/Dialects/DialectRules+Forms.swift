extension DialectRules {
  /// How a reference is described.
  public enum ReferenceDescription: Sendable, Hashable {
    /// `description` stands beside `$ref`.
    case sibling

    /// The reference stands in an `anyOf` of one, beside the description.
    case wrapped
  }

  /// Which schema objects carry their title.
  public enum Titles: Sendable, Hashable {
    /// The root only.
    case root

    /// The root, and every definition under its name.
    case everywhere

    /// None.
    case nowhere
  }

  /// How a property that a value may lack is said.
  public enum OptionalForm: Sendable, Hashable {
    /// It is absent from `required`.
    case omitted

    /// It is required, and may be `null`.
    case nullable
  }

  /// What is done about types that contain themselves.
  public enum Recursion: Sendable, Hashable {
    /// Nothing: all recursion is accepted.
    case allowed

    /// Recursion has to pass a property that a value may lack; a diagnostic says where it does not.
    case throughOptionalProperties

    /// Recursion is an error.
    case refused
  }

  /// How it is said that a value may be `null`, besides what else it may be.
  public enum NullForm: Sendable, Hashable {
    /// `null` joins the type, as in `"type": ["string", "null"]`, and a list of choices; a reference
    /// stands in an `anyOf` beside `{"type": "null"}`.
    case typeList

    /// The schema stands in an `anyOf` beside `{"type": "null"}`.
    case union

    /// The keyword `nullable`, as in OpenAPI 3.0; alternatives of a union that are `null` become it.
    case keyword
  }

  /// Whether what has a title is defined once and referred to.
  public enum References: Sendable, Hashable {
    /// It stands under `$defs`, and `$ref` leads to it.
    case definitions

    /// It is written out wherever it occurs; a type that contains itself is an error.
    case inlined
  }

  /// What a nested occurrence of the root refers to.
  public enum RootReference: Sendable, Hashable {
    /// The root itself: `#`.
    case root

    /// A copy of the root among the definitions, which is there if something refers to it.
    case definition
  }

  /// How the names of types are spelled.
  public enum TypeNames: Sendable, Hashable {
    /// As in JSON Schema: `string`.
    case lowercase

    /// As in the protocol buffers of some services: `STRING`.
    case uppercase
  }

  /// How the only choice of a list is said.
  public enum ConstantForm: Sendable, Hashable {
    /// `enum` with one element.
    case choices

    /// `const`.
    case constant
  }

  /// In which order the properties of an object are generated.
  public enum PropertyOrder: Sendable, Hashable {
    /// In that of declaration.
    case declared

    /// Those that are required first; a note says where that is not the order of declaration.
    case requiredFirst
  }

  /// Which bounds on numbers are written.
  public enum BoundRule: Sendable, Hashable {
    /// All of them.
    case any

    /// Those on integers, as far as they fit into 64 bits with a sign.
    case integers
  }
}

// To replace a stored optional of a type that is not plain, the runtime has to find the type of that
// optional, which takes long the first time. These say the same in types of their own.
extension DialectRules {
  /// How an object's properties are listed in order.
  enum OrderListing: Sendable, Hashable {
    case none
    case keyword(String)
  }

  /// Which formats are written.
  enum FormatListing: Sendable, Hashable {
    case all
    case only([String])
  }
}
