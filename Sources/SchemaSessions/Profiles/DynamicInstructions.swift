public import SchemaModel

/// Instructions and tools that a session asks for anew before each request to the model.
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
/// instructions one after the other, and may call all tools, in the order of the body. A body only
/// reads state: how often it is evaluated is not defined.
public protocol DynamicInstructions {
  /// What the body is made of.
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

/// What dynamic instructions come to.
struct CollectedInstructions {
  private(set) var components: [Prompt.Component] = []
  private(set) var tools: [any Tool] = []

  mutating func add(_ components: [Prompt.Component]) { self.components += components }

  mutating func add(_ tools: [any Tool]) { self.tools += tools }

  /// Adds what instructions consist of.
  mutating func add(_ instructions: some DynamicInstructions) {
    if let leaf = instructions as? any InstructionsLeaf {
      leaf.collect(into: &self)
    } else {
      add(instructions.body)
    }
  }
}

/// Dynamic instructions without a body: those that this module defines.
protocol InstructionsLeaf {
  func collect(into instructions: inout CollectedInstructions)
}

/// Dynamic instructions without anything in them.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable, InstructionsLeaf {
  /// Creates instructions without anything in them.
  public init() {}

  /// There is no body.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {}
}

/// Dynamic instructions of any type.
public struct AnyDynamicInstructions: DynamicInstructions, InstructionsLeaf {
  private let instructions: any DynamicInstructions

  /// Hides the type of instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(_ dynamicInstructions: any DynamicInstructions) {
    instructions = dynamicInstructions
  }

  /// Hides the type of instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(erasing dynamicInstructions: some DynamicInstructions) {
    instructions = dynamicInstructions
  }

  /// There is no body.
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

  /// Takes a branch.
  ///
  /// - Parameter branch: The branch.
  public init(_ branch: Branch) { self.branch = branch }

  /// There is no body.
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

  /// Joins parts.
  ///
  /// - Parameter contents: The parts, in order.
  public init(_ contents: repeat each Content) { self.contents = (repeat each contents) }

  /// There is no body.
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
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - id: What tells elements apart.
  ///   - content: The instructions for an element.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// There is no body.
  public var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) {
    for element in data { instructions.add(content(element)) }
  }
}

extension DynamicInstructionsForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates instructions for each element of a collection.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - content: The instructions for an element.
  public init(
    _ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, id: \.id, content: content)
  }
}

extension Instructions: DynamicInstructions, InstructionsLeaf {
  /// The same instructions.
  public var body: some DynamicInstructions { EmptyDynamicInstructions() }

  func collect(into instructions: inout CollectedInstructions) { instructions.add(components) }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// There is no body.
  public var body: Never { noBody() }
}

extension Optional: InstructionsLeaf where Wrapped: DynamicInstructions {
  func collect(into instructions: inout CollectedInstructions) {
    if let self { instructions.add(self) }
  }
}

extension Never: DynamicInstructions {
  /// There is no body.
  public var body: Never { self }
}

/// Tools as a part of a body.
struct ToolInstructions: DynamicInstructions, InstructionsLeaf {
  let tools: [any Tool]

  var body: Never { noBody() }

  func collect(into instructions: inout CollectedInstructions) { instructions.add(tools) }
}

/// The body of a type that has none: nobody asks for it, since sessions know such types.
func noBody() -> Never {
  preconditionFailure("This type has no body.")
}
