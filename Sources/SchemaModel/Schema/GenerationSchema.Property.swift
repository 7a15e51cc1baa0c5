public import _StringProcessing

extension GenerationSchema {
  /// A property of an object.
  public struct Property: Sendable {
    package let name: String
    package let summary: String?
    package let reference: Reference
    package let guides: GuideList
    package let isOptional: Bool

    /// Whether the property stands for all whose names match a pattern, which its own name is.
    ///
    /// Such properties come after those that have a name, and are optional.
    package let isPattern: Bool

    @usableFromInline
    init(
      name: String, summary: String?, type: any Generable.Type, isOptional: Bool,
      guides: GuideList
    ) {
      self.init(
        name: name, summary: summary, reference: .type(type), isOptional: isOptional,
        guides: guides)
    }

    @usableFromInline
    init(
      name: String, summary: String?, arrayOf element: any Generable.Type, isOptional: Bool,
      guides: GuideList
    ) {
      self.init(
        name: name, summary: summary, reference: .array(of: element), isOptional: isOptional,
        guides: guides)
    }

    /// Creates all properties whose names match a pattern.
    package init(matching pattern: SchemaPattern, reference: Reference) {
      name = pattern.source
      summary = nil
      self.reference = reference
      isOptional = true
      guides = .none
      isPattern = true
    }

    package init(
      name: String, summary: String?, reference: Reference, isOptional: Bool, guides: GuideList
    ) {
      isPattern = false
      self.name = name
      self.summary = summary
      self.reference = reference
      self.isOptional = isOptional
      self.guides = guides
    }

    /// Creates a property that every value has.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model. It takes the place of the
    ///     description of `type`, here only.
    ///   - type: The type of the value.
    @inlinable
    public init<Value: Generable>(name: String, description: String? = nil, type: Value.Type) {
      self.init(
        name: name, summary: description, type: type, isOptional: false, guides: .none)
    }

    /// Creates a property that every value has, under guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model. It takes the place of the
    ///     description of `type`, here only.
    ///   - type: The type of the value.
    ///   - guides: What the value satisfies, besides what `type` itself asks of it.
    @inlinable
    @inline(__always)
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type,
      guides: [GenerationGuide<Value>]
    ) {
      self.init(
        name: name, summary: description, type: type, isOptional: false,
        guides: GuideList(guides))
    }

    /// Creates a property that a value may lack.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model. It takes the place of the
    ///     description of the wrapped type, here only.
    ///   - type: The optional type of the value.
    @inlinable
    public init<Value: Generable>(name: String, description: String? = nil, type: Value?.Type) {
      self.init(
        name: name, summary: description, type: Value.self, isOptional: true, guides: .none)
    }

    /// Creates a property that a value may lack, under guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model. It takes the place of the
    ///     description of the wrapped type, here only.
    ///   - type: The optional type of the value.
    ///   - guides: What the value satisfies where there is one.
    @inlinable
    @inline(__always)
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type,
      guides: [GenerationGuide<Value>]
    ) {
      self.init(
        name: name, summary: description, type: Value.self, isOptional: true,
        guides: GuideList(guides))
    }

    /// Creates an array property that every value has.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the array is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: The type of the array.
    @inlinable
    public init<Element: Generable>(name: String, description: String? = nil, type: [Element].Type)
    {
      self.init(
        name: name, summary: description, arrayOf: Element.self, isOptional: false, guides: .none)
    }

    /// Creates an array property that every value has, under guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the array is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: The type of the array.
    ///   - guides: What the array satisfies.
    @inlinable
    @inline(__always)
    public init<Element: Generable>(
      name: String, description: String? = nil, type: [Element].Type,
      guides: [GenerationGuide<[Element]>]
    ) {
      self.init(
        name: name, summary: description, arrayOf: Element.self, isOptional: false,
        guides: GuideList(guides))
    }

    /// Creates an array property that a value may lack.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the array is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: The optional type of the array.
    @inlinable
    public init<Element: Generable>(name: String, description: String? = nil, type: [Element]?.Type)
    {
      self.init(
        name: name, summary: description, arrayOf: Element.self, isOptional: true, guides: .none)
    }

    /// Creates an array property that a value may lack, under guides.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the array is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: The optional type of the array.
    ///   - guides: What the array satisfies where there is one.
    @inlinable
    @inline(__always)
    public init<Element: Generable>(
      name: String, description: String? = nil, type: [Element]?.Type,
      guides: [GenerationGuide<[Element]>]
    ) {
      self.init(
        name: name, summary: description, arrayOf: Element.self, isOptional: true,
        guides: GuideList(guides))
    }

    /// Creates a string property that matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: `String.self`.
    ///   - guides: The regular expressions; the string has to match all of them.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      self.init(
        name: name, summary: description, reference: .type(String.self), isOptional: false,
        guides: GuideList(guides.map { GuideValue(.pattern($0)) }))
    }

    /// Creates a string property that matches regular expressions and that a value may lack.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: What it is for, in words for the model.
    ///   - type: `String?.self`.
    ///   - guides: The regular expressions; the string has to match all of them.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      self.init(
        name: name, summary: description, reference: .type(String.self), isOptional: true,
        guides: GuideList(guides.map { GuideValue(.pattern($0)) }))
    }
  }
}
