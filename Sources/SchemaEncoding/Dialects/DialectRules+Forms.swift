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

  /// The form of an array of fixed length.
  ///
  /// Its length is stated by the keywords of ``Constraint/minimumCount`` and
  /// ``Constraint/maximumCount``, as far as the dialect states those.
  public enum Tuples: Sendable, Hashable {
    /// It is written.
    case written(closedBy: Closing)

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    var support: Support { self == .rejected ? .rejected : .written }

    /// The keyword that says that there are no further elements.
    public enum Closing: Sendable, Hashable {
      /// `maxItems`.
      case maximumCount

      /// `items: false`.
      case items
    }
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
