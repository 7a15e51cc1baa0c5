public import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ScriptedModel {
  /// What a scripted model answers to one request.
  public struct Reply: Sendable, ExpressibleByStringLiteral {
    /// What happens, in order.
    public var steps: [Step]

    /// Something that happens while a model answers.
    public enum Step: Sendable {
      /// An event.
      case event(LanguageModelExecutorGenerationChannel.Event)

      /// A pause.
      case wait(Duration)

      /// A function is called, and the model waits until it returns.
      case run(@Sendable () async throws -> Void)

      /// The model fails.
      case fail(any Error)
    }

    /// Creates a reply.
    ///
    /// - Parameter steps: What happens, in order.
    public init(_ steps: [Step]) {
      self.steps = steps
    }

    /// Creates a reply of text that arrives at once.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
      self = .text([value])
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - chunks: The pieces in which the text arrives.
    ///   - usage: What the request used, if the model says so.
    /// - Returns: The reply.
    public static func text(
      _ chunks: [String], usage: LanguageModelSession.Usage? = nil
    ) -> Reply {
      var steps = chunks.map { chunk in
        Step.event(.response(action: .appendText(chunk, tokenCount: 1)))
      }
      if let usage {
        steps.append(
          .event(.response(action: .updateUsage(input: usage.input, output: usage.output))))
      }
      return Reply(steps)
    }

    /// A text that is cut off at the largest number of tokens.
    ///
    /// - Parameter text: What arrives of it.
    /// - Returns: The reply.
    public static func cutOff(_ text: String) -> Reply {
      Reply([
        .event(.response(action: .appendText(text, tokenCount: 1))), .event(.finished(.length)),
      ])
    }

    /// Calls of tools at the same time.
    ///
    /// - Parameter calls: The calls.
    /// - Returns: The reply.
    public static func toolCalls(_ calls: [Call]) -> Reply {
      Reply(
        calls.map { call in
          .event(
            .toolCalls(
              action: .toolCall(
                id: call.id, name: call.name,
                action: .appendArguments(call.arguments, tokenCount: 1))))
        })
    }

    /// A failure.
    ///
    /// - Parameter error: What the model throws.
    /// - Returns: The reply.
    public static func failure(_ error: any Error) -> Reply {
      Reply([.fail(error)])
    }
  }

  /// A call of a tool.
  public struct Call: Sendable {
    /// The identifier of the call.
    public var id: String

    /// The name of the tool.
    public var name: String

    /// The arguments as JSON.
    public var arguments: String

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The identifier of the call.
    ///   - name: The name of the tool.
    ///   - arguments: The arguments as JSON.
    public init(id: String = UUID().uuidString, name: String, arguments: String) {
      self.id = id
      self.name = name
      self.arguments = arguments
    }
  }
}
