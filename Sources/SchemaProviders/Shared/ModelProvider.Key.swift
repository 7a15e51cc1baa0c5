import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModelProvider {
  /// The key that authenticates the caller to a provider.
  ///
  /// Descriptions, mirrors, errors and recordings do not show a key, and it is not `Codable`.
  ///
  ///     let model = OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY"))
  public struct Key: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable, ExpressibleByStringLiteral
  {
    private enum Source: Sendable, Hashable {
      case value(String)
      case environment(String)
      case provider(Provider)
    }

    /// A function, compared by identity.
    private final class Provider: Sendable, Hashable {
      let key: @Sendable () async throws -> String

      init(_ key: @escaping @Sendable () async throws -> String) { self.key = key }

      static func == (first: Provider, second: Provider) -> Bool { first === second }

      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private let source: Source

    private init(_ source: Source) { self.source = source }

    /// Creates a key.
    ///
    /// - Parameter value: The key. Keep it out of code: see ``environment(_:)``.
    public init(_ value: String) { self.init(.value(value)) }

    /// Creates a key.
    ///
    /// - Parameter value: The key. Keep it out of code: see ``environment(_:)``.
    public init(stringLiteral value: String) { self.init(value) }

    /// Reads the key from an environment variable of the process for each request.
    public static func environment(_ name: String) -> ModelProvider.Key {
      ModelProvider.Key(.environment(name))
    }

    /// Calls a function for the key of each request.
    ///
    /// Use it for keys that change, or that a keychain stores.
    public static func provider(_ key: @escaping @Sendable () async throws -> String)
      -> ModelProvider.Key
    {
      ModelProvider.Key(.provider(Provider(key)))
    }

    /// The environment has no such variable, or an empty one.
    public struct MissingVariable: LocalizedError, CustomStringConvertible {
      /// The name of the variable.
      public let name: String

      /// The problem, as a sentence.
      public var errorDescription: String? {
        "The environment variable \(name) is missing or empty."
      }

      /// The remedy, as a sentence.
      public var recoverySuggestion: String? {
        "Set it to the provider's key, or pass another `key` to the model."
      }

      /// The problem and its remedy.
      public var description: String { problemAndRemedy }
    }

    /// The key is empty, or consists of white space.
    public struct EmptyKey: LocalizedError, CustomStringConvertible {
      /// The problem, as a sentence.
      public var errorDescription: String? { "The `key` of the model is empty." }

      /// The remedy, as a sentence.
      public var recoverySuggestion: String? {
        "Pass the provider's key, such as `.environment(\"OPENAI_API_KEY\")`."
      }

      /// The problem and its remedy.
      public var description: String { problemAndRemedy }
    }

    /// The key has a character that a request cannot contain, such as a line break.
    public struct InvalidCharacter: LocalizedError, CustomStringConvertible {
      /// The character, such as `U+000A` for a line break.
      public let character: String

      /// The problem, as a sentence.
      public var errorDescription: String? {
        "The key has the character \(character), which the header of a request cannot contain."
      }

      /// The remedy, as a sentence.
      public var recoverySuggestion: String? {
        "Pass the provider's key alone: one line of ASCII."
      }

      /// The problem and its remedy.
      public var description: String { problemAndRemedy }
    }

    /// Returns the key without surrounding white space, such as a file's last newline.
    ///
    /// A header cannot contain a newline.
    ///
    /// - Throws: ``MissingVariable``; ``EmptyKey``; ``InvalidCharacter``; the error of the
    ///   function.
    nonisolated(nonsending) func value() async throws -> String {
      let key =
        switch source {
        case .value(let value): value
        case .environment(let name): ProcessInfo.processInfo.environment[name] ?? ""
        case .provider(let provider): try await provider.key()
        }
      guard let first = key.firstIndex(where: { !$0.isWhitespace }),
        let last = key.lastIndex(where: { !$0.isWhitespace })
      else {
        if case .environment(let name) = source { throw MissingVariable(name: name) }
        throw EmptyKey()
      }
      let trimmed = String(key[first...last])
      if let scalar = trimmed.firstScalarUnfitForHeader {
        throw InvalidCharacter(character: scalar.name)
      }
      return trimmed
    }

    /// Dots in place of the key.
    public var description: String { "•••" }

    /// Dots in place of the key.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
}
