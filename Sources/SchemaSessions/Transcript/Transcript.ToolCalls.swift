public import Foundation
public import SchemaModel

extension Transcript {
  /// The calls of tools that a model makes together.
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    private var calls: [ToolCall]

    /// Creates an entry.
    public init(id: String = UUID().uuidString, _ calls: some Sequence<ToolCall>) {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// A call of a tool.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    /// The identifier of the call and of its output.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// The arguments.
    public var arguments: GeneratedContent

    /// Values of the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// Creates a call.
    public init(
      id: String, metadata: [String: any ConvertibleToGeneratedContent], toolName: String,
      arguments: GeneratedContent
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.toolName = toolName
      self.arguments = arguments
    }

    /// Creates a call without metadata.
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
    }
  }

  /// The output of a tool.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    /// The identifier of the call.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// The output.
    public var segments: [Segment]

    /// Creates an output.
    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }
  }
}

extension Transcript {
  /// The calls of the last round that have no output yet; `nil` if there are none, or if anything
  /// other than outputs follows the round.
  var pendingCalls: ToolCalls? {
    guard let index = lastIndex(where: { $0.toolOutput == nil }), let calls = self[index].toolCalls
    else { return nil }
    // Calls of a round may have the same identifier.
    var outputCounts: [String: Int] = [:]
    for output in self[(index + 1)...].compactMap(\.toolOutput) {
      outputCounts[output.id, default: 0] += 1
    }
    let pending = calls.filter { call in
      outputCounts[call.id, default: 0] -= 1
      return outputCounts[call.id, default: 0] < 0
    }
    return pending.isEmpty ? nil : ToolCalls(id: calls.id, pending)
  }
}

extension Transcript.ToolCall {
  private static let undeclaredKey = "argumentsAreUndeclared"

  /// `true` if the arguments keep the model's form, since they do not fit the tool's declared form.
  ///
  /// The value is stored in the metadata, so that a stored transcript keeps it. Requests to models
  /// do not contain it.
  var hasUndeclaredArguments: Bool {
    get { (try? metadata[Self.undeclaredKey]?.value(Bool.self)) ?? false }
    set { metadata[Self.undeclaredKey] = newValue ? true.generatedContent : nil }
  }
}

extension Transcript.ToolCalls: RandomAccessCollection {
  /// The position of the first call.
  public var startIndex: Int { calls.startIndex }

  /// The position after the last call.
  public var endIndex: Int { calls.endIndex }

  /// The call at a position.
  public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}

extension Transcript.ToolCall {
  /// The call that a tool is running for; `nil` outside of a session.
  ///
  /// Observers of tools read this value.
  @TaskLocal package static var current: Transcript.ToolCall?
}
