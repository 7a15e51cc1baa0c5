public import SchemaModel

/// Instructions and tools that a session evaluates before each request to the model.
///
///     struct CookInstructions: DynamicInstructions {
///       var knowsGuests: Bool
///
///       var body: some DynamicInstructions {
///         Instructions("You are a cook.")
///         FindRecipes()
///         if knowsGuests { GuestInstructions() }
///       }
///     }
///
/// A body lists instructions, tools and other dynamic instructions. The model reads all
/// instructions in the order of the body, and may call all tools. A body must only read state,
/// since the number of its evaluations is not defined.
public protocol DynamicInstructions {
  /// The type of the body.
  associatedtype Body: DynamicInstructions

  /// The instructions and the tools.
  @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
  /// Dynamic instructions for each element of a collection.
  public typealias ForEach = DynamicInstructionsForEach

  /// Access to a property of the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

/// The instructions and tools of a body.
struct CollectedInstructions {
  private(set) var components: [Prompt.Component] = []
  private(set) var tools: [any Tool] = []

  mutating func add(_ components: [Prompt.Component]) { self.components += components }

  mutating func add(_ tools: [any Tool]) { self.tools += tools }

  /// Adds the instructions and tools of a body.
  mutating func add(_ instructions: some DynamicInstructions) {
    if let leaf = instructions as? any InstructionsLeaf {
      leaf.collect(into: &self)
    } else {
      add(instructions.body)
    }
  }
}

/// Dynamic instructions of this module that have no body.
protocol InstructionsLeaf {
  func collect(into instructions: inout CollectedInstructions)
}

/// Empty dynamic instructions.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable, InstructionsLeaf {
  /// Creates empty instructions.
  public init() {}

  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {}
}

/// Dynamic instructions of any type.
public struct AnyDynamicInstructions: DynamicInstructions, InstructionsLeaf {
  private let instructions: any DynamicInstructions

  /// Hides the type of instructions.
  public init(_ dynamicInstructions: any DynamicInstructions) { instructions = dynamicInstructions }

  /// Hides the type of instructions.
  public init(erasing dynamicInstructions: some DynamicInstructions) {
    instructions = dynamicInstructions
  }

  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {
    instructions.add(self.instructions)
  }
}

/// One of two branches of a body.
public struct ConditionalDynamicInstructions<
  TrueContent: DynamicInstructions, FalseContent: DynamicInstructions
>: DynamicInstructions, InstructionsLeaf {
  /// The branch that was taken.
  public enum Branch {
    /// The first one.
    case trueContent(TrueContent)

    /// The second one.
    case falseContent(FalseContent)
  }

  private let branch: Branch

  /// Creates instructions from a branch.
  public init(_ branch: Branch) { self.branch = branch }

  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {
    switch branch {
    case .trueContent(let content): instructions.add(content)
    case .falseContent(let content): instructions.add(content)
    }
  }
}

/// The parts of a body, in order.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions,
  InstructionsLeaf
{
  private let contents: (repeat each Content)

  /// Creates instructions from parts.
  public init(_ contents: repeat each Content) { self.contents = (repeat each contents) }

  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {
    repeat instructions.add(each contents)
  }
}

/// Dynamic instructions for each element of a collection, in order.
///
///     DynamicInstructionsForEach(skills, id: \.name) { skill in
///       Instructions("You can \(skill.summary).")
///     }
public struct DynamicInstructionsForEach<
  Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions
>: DynamicInstructions, InstructionsLeaf {
  private let data: Data
  private let content: (Data.Element) -> Content

  /// Creates instructions for each element of a collection.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {
    for element in data { instructions.add(content(element)) }
  }
}

extension DynamicInstructionsForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates instructions for each element of a collection.
  public init(
    _ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, id: \.id, content: content)
  }
}

extension Instructions: DynamicInstructions, InstructionsLeaf {
  /// Not used: sessions read the instructions directly.
  public var body: some DynamicInstructions { EmptyDynamicInstructions() }

  func collect(into instructions: inout CollectedInstructions) { instructions.add(components) }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// Not used: sessions read the instructions directly.
  public var body: Never { noBody() }
}

extension Optional: InstructionsLeaf where Wrapped: DynamicInstructions {
  func collect(into instructions: inout CollectedInstructions) {
    if let self { instructions.add(self) }
  }
}

extension Never: DynamicInstructions {
  /// Not used: sessions read the instructions directly.
  public var body: Never { self }
}

/// A part of a body with tools.
struct ToolInstructions: DynamicInstructions, InstructionsLeaf {
  let tools: [any Tool]

  var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) { instructions.add(tools) }
}

/// Stops the program: sessions never read the body of a type that has none.
func noBody() -> Never { preconditionFailure("This type has no body.") }
