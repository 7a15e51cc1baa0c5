public import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ScriptedModel {
  /// The reply of a scripted model to one request.
  public struct Reply: Sendable, ExpressibleByStringLiteral {
    /// The steps, in order.
    public var steps: [Step]

    /// A step of a model's reply.
    public enum Step: Sendable {
      /// An event.
      case event(LanguageModelExecutorGenerationChannel.Event)

      /// A pause.
      case wait(Duration)

      /// A function call. The model waits until the function returns.
      case run(@Sendable () async throws -> Void)

      /// A failure of the model.
      case fail(any Error)
    }

    /// Creates a reply.
    public init(_ steps: [Step]) { self.steps = steps }

    /// Creates a reply of text that arrives in one piece.
    public init(stringLiteral value: String) { self = .text([value]) }

    /// Returns a reply with a text.
    ///
    /// Each piece counts as one token.
    ///
    /// `usage` is the usage of the request, if the model reports it.
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

    /// Returns a reply with a text that is cut off at the largest number of tokens.
    public static func cutOff(_ text: String) -> Reply {
      Reply([
        .event(.response(action: .appendText(text, tokenCount: 1))), .event(.finished(.length)),
      ])
    }

    /// Returns a reply with calls of tools.
    ///
    /// The arguments of each call count as one token.
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

    /// Returns a reply that fails.
    public static func failure(_ error: any Error) -> Reply { Reply([.fail(error)]) }
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
    public init(id: String = UUID().uuidString, name: String, arguments: String) {
      self.id = id
      self.name = name
      self.arguments = arguments
    }
  }
}
