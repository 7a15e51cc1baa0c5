public import _StringProcessing

extension GenerationSchema {
  /// A property of an object.
  public struct Property: Sendable {
    package let name: Name
    package let summary: String?
    package let reference: Reference
    /// Indicates whether a value may lack the property; `true` for a pattern.
    package let isOptional: Bool
    /// The constraints on the value, and the rules for snapshots that show it.
    package let guides: [GuideValue]

    /// The names of the properties that a declaration describes.
    package enum Name: Sendable {
      /// One name.
      case exact(String)

      /// All names that match a pattern.
      ///
      /// Such declarations come after the ones with exact names. The case is indirect so that a
      /// property with an exact name does not take the memory of a pattern.
      indirect case matching(SchemaPattern)
    }

    /// Creates a property from its parts.
    @usableFromInline
    package init(
      name: String, summary: String? = nil, reference: Reference, isOptional: Bool = false,
      guides: [GuideValue] = []
    ) {
      self.name = .exact(name)
      self.summary = summary
      self.reference = reference
      self.isOptional = isOptional
      self.guides = guides
    }

    /// Creates a property that stands for all properties whose names match a pattern.
    package init(matching pattern: SchemaPattern, reference: Reference) {
      name = .matching(pattern)
      summary = nil
      self.reference = reference
      isOptional = true
      guides = []
    }

    // These two initializers have no parameter for guides. For a type that is known only at run
    // time, the runtime would make metadata for the list of guides of that type: 600 bytes that are
    // never freed.

    /// Creates a required property.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model. It replaces the description of
    ///     `type` at this place only.
    ///   - type: The type of the value.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type
    ) {
      self.init(name: name, summary: description, reference: .type(type))
    }

    /// Creates an optional property.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model. It replaces the description of
    ///     the wrapped type at this place only.
    ///   - type: The optional type of the value.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type
    ) {
      self.init(name: name, summary: description, reference: .type(Value.self), isOptional: true)
    }

    // These initializers are inlinable, so that the list of guides is converted without a lookup of
    // generic metadata. 200 properties are then declared in 8 microseconds instead of 53.

    /// Creates a required property with guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model. It replaces the description of
    ///     `type` at this place only.
    ///   - type: The type of the value.
    ///   - guides: The constraints on the values, in addition to those of the type itself.
    @inlinable
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type,
      guides: [GenerationGuide<Value>]
    ) {
      self.init(
        name: name, summary: description, reference: .type(type),
        guides: guides.map { $0.value })
    }

    /// Creates an optional property with guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model. It replaces the description of
    ///     the wrapped type at this place only.
    ///   - type: The optional type of the value.
    ///   - guides: The constraints on the value, if it is present.
    @inlinable
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type,
      guides: [GenerationGuide<Value>]
    ) {
      self.init(
        name: name, summary: description, reference: .type(Value.self), isOptional: true,
        guides: guides.map { $0.value })
    }

    /// Creates a required string property that matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model.
    ///   - type: `String.self`.
    ///   - guides: The regular expressions; the string has to contain a match of each.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      self.init(
        name: name, summary: description, reference: .type(String.self),
        guides: guides.map { GuideValue(.pattern($0)) })
    }

    /// Creates an optional string property that matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model.
    ///   - type: `String?.self`.
    ///   - guides: The regular expressions; the string has to contain a match of each.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      self.init(
        name: name, summary: description, reference: .type(String.self), isOptional: true,
        guides: guides.map { GuideValue(.pattern($0)) })
    }
  }
}

extension GenerationSchema.Property.Name {
  /// The pattern; `nil` for one name.
  package var pattern: SchemaPattern? {
    if case .matching(let pattern) = self { pattern } else { nil }
  }

  /// The name, or the source of the pattern.
  package var text: String {
    switch self {
    case .exact(let name): name
    case .matching(let pattern): pattern.source
    }
  }
}

extension GenerationSchema.Property {
  /// Indicates whether the property stands for all properties whose names match a pattern.
  package var isPattern: Bool { name.pattern != nil }
}

extension [GenerationSchema.Property] {
  /// The first name or pattern that two of the properties share, byte for byte.
  ///
  /// A name and a pattern with the same text differ.
  package var firstDuplicateName: GenerationSchema.Property.Name? {
    let patterns = compactMap(\.name.pattern)
    let named = patterns.isEmpty ? self : filter { !$0.isPattern }
    if let name = ExactText.firstDuplicate(in: named.map(\.name.text)) { return .exact(name) }
    var found: Set<SchemaPattern> = []
    return patterns.first { !found.insert($0).inserted }.map { .matching($0) }
  }
}

extension GenerationSchema.Property.Name: Equatable {
  /// Returns `true` if two names or two patterns have the same bytes.
  package static func == (
    first: GenerationSchema.Property.Name, second: GenerationSchema.Property.Name
  ) -> Bool {
    switch (first, second) {
    case (.exact(let first), .exact(let second)): ExactText(first) == ExactText(second)
    case (.matching(let first), .matching(let second)): first == second
    default: false
    }
  }
}

extension GenerationSchema.Property: Equatable {
  /// Returns `true` if two properties are equal; texts are equal if they have the same bytes.
  public static func == (
    first: GenerationSchema.Property, second: GenerationSchema.Property
  ) -> Bool {
    first.name == second.name
      && first.summary.map(ExactText.init) == second.summary.map(ExactText.init)
      && first.reference == second.reference && first.guides == second.guides
      && first.isOptional == second.isOptional
  }
}
