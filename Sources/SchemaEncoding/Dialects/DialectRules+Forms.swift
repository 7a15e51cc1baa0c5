package import SchemaModel

extension DialectRules {
  /// The support of a dialect for a kind of schema that not all readers understand.
  public enum Support: Sendable, Hashable {
    /// It is written.
    case written

    /// It is written, with a warning that the reader may not understand it.
    case warned

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The form of an object with named properties that is open to any others.
  public enum OpenObjects: Sendable, Hashable {
    /// It is written open.
    case written

    /// It is written closed, with a note: every value of that is still a value of the schema. If it
    /// requires more properties than it names, it is an error.
    case closed

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The form of a property that an open object must not have.
  public enum ForbiddenProperties: Sendable, Hashable {
    /// It is written with the schema `false`.
    case written

    /// It is left out, with a warning that it is not enforced.
    case omitted

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The place of a reference's description.
  public enum ReferenceDescription: Sendable, Hashable {
    /// `description` is next to `$ref`.
    case sibling

    /// The reference is in an `anyOf` of one, next to the description.
    case wrapped
  }

  /// The schema objects that have their title.
  public enum Titles: Sendable, Hashable {
    /// The root only.
    case root

    /// Every object and union: the root has its title, a definition its name, and any other schema
    /// the name of the property around it.
    case everywhere

    /// Every schema that declares one; a definition has its name.
    case declared

    /// None.
    case nowhere
  }

  /// The form of an optional property.
  public enum OptionalForm: Sendable, Hashable {
    /// It is absent from `required`.
    case omitted

    /// It is required, and may be `null`.
    case nullable
  }

  /// The support of a dialect for types that contain themselves.
  public enum Recursion: Sendable, Hashable {
    /// All recursion is accepted.
    case allowed

    /// Recursion has to pass a property, an array or a dictionary that may be absent or empty; a
    /// diagnostic says where it does not.
    case throughOptionalProperties

    /// Recursion is an error.
    case rejected
  }

  /// The form of a value that may also be `null`.
  public enum NullForm: Sendable, Hashable {
    /// `null` joins the type, as in `"type": ["string", "null"]`, and a list of choices; a
    /// reference stands in an `anyOf` next to `{"type": "null"}`.
    case typeList

    /// The schema stands in an `anyOf` next to `{"type": "null"}`.
    case union

    /// The keyword `nullable`, as in OpenAPI 3.0, which also replaces a `null` alternative of a
    /// union.
    case keyword
  }

  /// The place of schemas that have a title.
  public enum References: Sendable, Hashable {
    /// They are written under `$defs` and referenced by `$ref`.
    case definitions

    /// They are written inline each time; a type that contains itself is an error.
    case inlined
  }

  /// The target of references to the root.
  public enum RootReference: Sendable, Hashable {
    /// The root itself: `#`.
    case root

    /// A copy of the root among the definitions, written if something refers to it.
    case definition
  }

  /// The spelling of the names of types.
  public enum TypeNames: Sendable, Hashable {
    /// As in JSON Schema: `string`.
    case lowercase

    /// As in the protocol buffers of some services: `STRING`.
    case uppercase
  }

  /// The form of a list with one choice.
  public enum ConstantForm: Sendable, Hashable {
    /// `enum` with one element.
    case choices

    /// `const`.
    case constant
  }

  /// In which order the properties of an object are generated.
  public enum PropertyOrder: Sendable, Hashable {
    /// In the order of declaration.
    case declared

    /// Required properties first; a note says where that is not the order of declaration.
    case requiredFirst
  }

  /// The bounds on numbers that are written.
  public enum BoundRule: Sendable, Hashable {
    /// All of them.
    case any

    /// Bounds on integers that fit into 64 bits with a sign.
    case integers
  }
}

extension DialectRules {
  /// Indicates whether `null` joins the choices of a node that may also be `null`.
  ///
  /// Next to `null` in a union, or a keyword for it, the list needs no `null` of its own.
  package func listsNull(of kind: SchemaKind, isNullable: Bool) -> Bool {
    isNullable && (nullForm == .typeList || kind == .any)
  }
}
