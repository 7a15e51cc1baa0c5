public import Foundation
import SchemaModel

/// The parts of models that every provider shares: keys, transports and policies for
/// retries.
///
/// The namespace keeps them apart from types of the same names in other packages.
public enum ModelProvider {}

extension ModelProvider {
  /// The key that authenticates the caller to a provider.
  ///
  /// Descriptions, mirrors, errors and recordings do not show a key, and it is not `Codable`.
  ///
  ///     let model = OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY"))
  public struct Key: Sendable, Hashable, CustomStringConvertible, CustomReflectable,
    ExpressibleByStringLiteral
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

    /// Returns the key without surrounding white space, such as a file's last newline.
    ///
    /// A header cannot contain a newline.
    ///
    /// - Throws: ``ModelProvider/KeyError``; the error of the function.
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
        if case .environment(let name) = source { throw KeyError(code: .missingVariable(name)) }
        throw KeyError(code: .empty)
      }
      let trimmed = String(key[first...last])
      if let scalar = trimmed.firstScalarUnfitForHeader {
        throw KeyError(code: .invalidCharacter(scalar.name))
      }
      return trimmed
    }

    /// Dots in place of the key.
    public var description: String { "•••" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
  /// A model has no usable key.
  public struct KeyError: LocalizedError, CustomStringConvertible {
    /// The kind of failure.
    ///
    /// A minor release may add cases.
    public enum Code: Sendable, Hashable {
      /// The environment has no variable of this name, or an empty one.
      case missingVariable(String)

      /// The key is empty, or consists of white space.
      case empty

      /// The key has a character that a request cannot contain, such as `U+000A` for a line break.
      case invalidCharacter(String)
    }

    /// The kind of failure.
    public let code: Code

    /// The problem, as a sentence.
    public var errorDescription: String? {
      switch code {
      case .missingVariable(let name): "The environment variable \(name) is missing or empty."
      case .empty: "The `key` of the model is empty."
      case .invalidCharacter(let character):
        "The key has the character \(character), which the header of a request cannot contain."
      }
    }

    /// The remedy, as a sentence.
    public var recoverySuggestion: String? {
      switch code {
      case .missingVariable: "Set it to the provider's key, or pass another `key` to the model."
      case .empty: "Pass the provider's key, such as `.environment(\"OPENAI_API_KEY\")`."
      case .invalidCharacter: "Pass the provider's key alone: one line of ASCII."
      }
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }
  }
}
