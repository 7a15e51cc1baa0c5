import SchemaModel

/// OpenAI's caching of the beginnings of conversations, for both of its interfaces.
struct PromptCache: Sendable {
  /// The key by which the service routes requests with the same beginning to one cache.
  private(set) var key: String?
  /// The choice of the cached beginnings; `nil` for the provider's default.
  private(set) var caching: OpenAIModel.PromptCaching?
  /// The shortest time for which the service keeps the cache, in the interface's form; `nil` for
  /// its default.
  private(set) var lifetime: String?

  /// The options of a request; `nil` for the provider's default.
  var options: GeneratedContent? {
    caching.map { caching in
      .object([
        "mode": caching == .automatic ? "implicit" : "explicit",
        "ttl": caching == .off ? nil : lifetime,
      ])
    }
  }

  /// `true` if the end of each prompt is the end of a cached beginning.
  var marksPrompts: Bool { caching == .atPrompts }

  /// The parts of a prompt, with a mark on the last one if prompts are marked.
  func marking(_ parts: [GeneratedContent]) -> [GeneratedContent] {
    guard marksPrompts, let last = parts.last else { return parts }
    let mark = GeneratedContent.object(["mode": "explicit"])
    return parts.dropLast() + [last.setting("prompt_cache_breakpoint", to: mark)]
  }
}

extension OpenAIModel {
  /// The caching of the beginning of a conversation, which the provider then bills at a lower
  /// price.
  ///
  /// Available for models from `gpt-5.6` on.
  ///
  /// A minor release may add cases.
  public enum PromptCaching: Sendable, Hashable {
    /// The provider chooses the length of the cached beginning.
    case automatic

    /// The provider only caches beginnings that end with a prompt.
    ///
    /// It writes the beginnings of the latest four prompts to the cache.
    case atPrompts

    /// The provider caches nothing, and bills nothing for caching.
    case off
  }
}

extension OpenAIResponsesModel {
  /// The shortest time for which the provider keeps the cached beginning of a conversation.
  public enum PromptCacheLifetime: String, Sendable, Hashable {
    /// Half an hour.
    case thirtyMinutes = "30m"

    /// Twelve hours.
    case twelveHours = "12h"
  }
}
