package import SchemaModel

/// The conversation between a session and a model: the complete state of the session.
///
///     let data = try JSONEncoder().encode(session.transcript)
///     let transcript = try JSONDecoder().decode(Transcript.self, from: data)
///     let session = LanguageModelSession(model: model, tools: tools, transcript: transcript)
///
/// A transcript is a collection of entries. Its encoded form is the form of FoundationModels.
public struct Transcript: Sendable, Equatable {
  private var entries: [Entry]

  /// Creates an empty transcript.
  public init() { entries = [] }

  /// Creates a transcript.
  public init(entries: some Sequence<Entry>) { self.entries = Array(entries) }

  /// The entries after the leading instructions.
  ///
  /// Changing the history changes the transcript. The positions are the positions in the
  /// transcript, so the first one is not 0 if there are instructions.
  public var history: HistoryView {
    get { HistoryView(entries[historyStart...]) }
    set { entries.replaceSubrange(historyStart..., with: newValue) }
  }

  private var historyStart: Int {
    entries.firstIndex { if case .instructions = $0 { false } else { true } } ?? entries.endIndex
  }

  /// `true` if the transcript has parts that only FoundationModels 27 has.
  var needsVersion27: Bool {
    entries.contains { entry in
      if !entry.attachments.isEmpty { return true }
      return switch entry {
      case .reasoning: true
      case .prompt(let prompt):
        !prompt.metadata.isEmpty || prompt.contextOptions != ContextOptions()
          || prompt.options.toolCallingMode != nil
      case .toolCalls(let calls): calls.contains { !$0.metadata.isEmpty }
      case .response(let response): response.metadata.keys.contains { $0 != Response.assetsKey }
      case .instructions, .toolOutput: false
      }
    }
  }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The position of an entry.
  public typealias Index = Int

  /// The position of the first entry.
  public var startIndex: Int { entries.startIndex }

  /// The position after the last entry.
  public var endIndex: Int { entries.endIndex }

  /// The entry at a position.
  public subscript(index: Index) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  /// Replaces entries.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Entry>
  ) {
    entries.replaceSubrange(subrange, with: newElements)
  }
}

extension Transcript {
  /// A part of a conversation.
  public enum Entry: Sendable, Identifiable, Equatable {
    /// The role and the rules of the model, and its tools.
    case instructions(Instructions)

    /// A request.
    case prompt(Prompt)

    /// The calls that a model makes together.
    case toolCalls(ToolCalls)

    /// The output of one call.
    case toolOutput(ToolOutput)

    /// An answer.
    case response(Response)

    /// The reasoning of the model before its answer.
    case reasoning(Reasoning)

    /// The identifier of the entry.
    public var id: String {
      switch self {
      case .instructions(let instructions): instructions.id
      case .prompt(let prompt): prompt.id
      case .toolCalls(let calls): calls.id
      case .toolOutput(let output): output.id
      case .response(let response): response.id
      case .reasoning(let reasoning): reasoning.id
      }
    }
  }
}

/// Values that a provider or a caller keeps with an entry, by name.
package typealias Metadata = [String: GeneratedContent]

extension Transcript.Entry {
  /// The instructions, if the entry has them.
  package var instructions: Transcript.Instructions? {
    if case .instructions(let instructions) = self { instructions } else { nil }
  }

  /// The calls of tools, if the entry has them.
  package var toolCalls: Transcript.ToolCalls? {
    if case .toolCalls(let calls) = self { calls } else { nil }
  }

  /// The answer, if the entry has one.
  package var response: Transcript.Response? {
    if case .response(let response) = self { response } else { nil }
  }

  /// The reasoning, if the entry has it.
  var reasoning: Transcript.Reasoning? {
    if case .reasoning(let reasoning) = self { reasoning } else { nil }
  }

  /// The output of a tool, if the entry has one.
  var toolOutput: Transcript.ToolOutput? {
    if case .toolOutput(let output) = self { output } else { nil }
  }
}

extension Transcript {
  /// The entries of a transcript after its leading instructions.
  ///
  ///     session.transcript.history.removeAll { entry in
  ///       if case .reasoning = entry { true } else { false }
  ///     }
  public struct HistoryView: Sendable, Equatable {
    private var entries: ArraySlice<Entry>

    init(_ entries: ArraySlice<Entry>) { self.entries = entries }

    /// Creates a history without entries.
    public init() { entries = [] }
  }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  /// The position of an entry in the transcript.
  public typealias Index = Int

  /// The position of the first entry.
  public var startIndex: Int { entries.startIndex }

  /// The position after the last entry.
  public var endIndex: Int { entries.endIndex }

  /// Returns the position after another position.
  public func index(after index: Int) -> Int { index + 1 }

  /// Returns the position before another position.
  public func index(before index: Int) -> Int { index - 1 }

  /// The entry at a position.
  public subscript(position: Int) -> Transcript.Entry {
    get { entries[position] }
    set { entries[position] = newValue }
  }

  /// The entries in a range of positions.
  public subscript(bounds: Range<Int>) -> Transcript.HistoryView {
    get { Transcript.HistoryView(entries[bounds]) }
    set { entries[bounds] = newValue.entries }
  }

  /// Adds an entry at the end.
  public mutating func append(_ newElement: Transcript.Entry) { entries.append(newElement) }

  /// Adds entries at the end.
  public mutating func append(contentsOf newElements: some Sequence<Transcript.Entry>) {
    entries.append(contentsOf: newElements)
  }

  /// Replaces entries.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Transcript.Entry>
  ) {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
