import SchemaConformances
import SchemaModel
import SchemaTestSupport
import Testing

/// H1: content that nests deeper than the limit is an error before values are made of it.
struct ConversionDepthTests {
  /// A type that contains itself in an array.
  private struct Tree: ConvertibleFromGeneratedContent {
    let depth: Int

    init(_ content: GeneratedContent) throws {
      var properties = GeneratedContent.PropertyReader(content)
      let children: [Tree] = try properties.value(forProperty: "x")
      depth = 1 + (children.first?.depth ?? 0)
    }
  }

  /// The same in an optional property, read by name.
  private struct Chain: ConvertibleFromGeneratedContent {
    let depth: Int

    init(_ content: GeneratedContent) throws {
      let next: Chain? = try content.value(forProperty: "x")
      depth = 1 + (next?.depth ?? 0)
    }
  }

  /// The same in an optional property, read in order.
  private struct Link: ConvertibleFromGeneratedContent {
    let depth: Int

    init(_ content: GeneratedContent) throws {
      var properties = GeneratedContent.PropertyReader(content)
      let next: Link? = try properties.value(forProperty: "x")
      depth = 1 + (next?.depth ?? 0)
    }
  }

  /// The same in a property that is required, and in a dictionary.
  private struct Table: ConvertibleFromGeneratedContent {
    let depth: Int

    init(_ content: GeneratedContent) throws {
      let tables: [String: Table] = try content.value(forProperty: "x")
      depth = 1 + (tables["x"]?.depth ?? 0)
    }
  }

  private struct Holder: ConvertibleFromGeneratedContent {
    let content: GeneratedContent

    init(_ content: GeneratedContent) throws {
      self.content = try content.value(forProperty: "x")
    }
  }

  /// So many containers inside each other: objects with the property "x", and arrays if said.
  private static func content(
    _ depth: Int, withArrays: Bool = false, isOpen: Bool = false
  ) -> GeneratedContent {
    var builder = ContentBuilder()
    for level in 0..<depth {
      if withArrays, level % 2 == 1 {
        builder.beginArray()
      } else {
        builder.beginObject()
        builder.key("x")
      }
    }
    if withArrays {
      builder.beginArray()
    } else {
      builder.null()
    }
    if !isOpen { for _ in 0...depth { builder.endContainer(isIncomplete: false) } }
    return builder.finish()
  }

  /// The error of reading content, and how deep the place is.
  private static func error<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type, _ content: GeneratedContent
  ) -> GeneratedContent.ConversionError? {
    do {
      _ = try Value(content)
      return nil
    } catch {
      return error as? GeneratedContent.ConversionError
    }
  }

  private static let limit = GeneratedContent.maximumDepth

  @Test(arguments: [true, false])
  func `H1: content that nests far too deep is an error of its first part`(isOpen: Bool)
    async throws
  {
    let errors = try await onSmallStack {
      let objects = Self.content(100_000, isOpen: isOpen)
      let arrays = Self.content(100_000, withArrays: true, isOpen: isOpen)
      return [
        Self.error(Tree.self, arrays), Self.error(Chain.self, objects),
        Self.error(Table.self, objects), Self.error([Tree].self, arrays.elementsOfX),
        Self.error([String: Table].self, objects), Self.error(Link.self, objects),
      ]
    }
    #expect(errors.map { $0?.code } == Array(repeating: .tooDeep, count: 6))
    #expect(errors.map { $0?.path.pointer } == ["/x", "/x", "/x", "", "", "/x"])
  }

  @Test func `H1: content is converted up to the limit, on a small stack`() async throws {
    let depths = try await onSmallStack {
      [
        try Tree(Self.content(Self.limit - 1, withArrays: true)).depth,
        try Chain(Self.content(Self.limit)).depth,
      ]
    }
    #expect(depths == [Self.limit / 2, Self.limit])
    #expect(Self.error(Chain.self, Self.content(Self.limit + 2))?.code == .tooDeep)
  }

  @Test func `H1: a part of content that nests too deep is converted if it does not itself`() throws
  {
    let whole = GeneratedContent(properties: [
      "deep": Self.content(1_000), "x": Self.content(Self.limit),
    ])
    #expect(try whole.value(Chain.self, forProperty: "x").depth == Self.limit)
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try whole.value(Chain.self, forProperty: "deep")
    }
    #expect(error?.code == .tooDeep && error?.path.pointer == "/deep")
    #expect(error?.recoverySuggestion?.contains("nests less") == true)
  }

  @Test func `H1: content that is put together is as deep as its parts and what is around them`() {
    var content = Self.content(Self.limit)
    #expect(Self.error(Chain.self, content) == nil)
    content = GeneratedContent(elements: [content])
    let error = Self.error([Chain].self, content)
    #expect(error?.code == .tooDeep)
    // Deep content beside a shallow part that is copied does not make that deep.
    let shallow = GeneratedContent(properties: ["deep": Self.content(1_000), "x": Self.content(3)])
      .properties.first { $0.name == "x" }?.content
    let copy = GeneratedContent(properties: ["x": shallow])
    #expect(Self.error(Chain.self, copy) == nil)
  }

  @Test func `content itself is read at any depth`() throws {
    let deep = Self.content(10_000)
    #expect(try deep.value(GeneratedContent.self) == deep)
    let holder = GeneratedContent(properties: ["x": deep])
    #expect(try Holder(holder).content == deep)
    #expect(try GeneratedContent(elements: [deep]).value([GeneratedContent].self) == [deep])
    #expect(try holder.value([String: GeneratedContent].self) == ["x": deep])
  }
}

extension GeneratedContent {
  /// The value of the property "x".
  fileprivate var elementsOfX: GeneratedContent {
    properties.first { $0.name == "x" }?.content ?? self
  }
}
