import SchemaModel

/// The caching of a model's conversations, for both of OpenAI's interfaces.
struct PromptCache: Sendable {
  /// The key by which the service routes requests with the same beginning to one cache.
  private(set) var key: String?
  /// The caching of the beginnings of conversations; `nil` for the provider's default.
  private(set) var marks: CacheMarks?

  /// `true` if the end of each prompt is the end of a cached beginning.
  var marksPrompts: Bool { marks?.marksPrompts == true }

  /// The parts of a prompt, with a mark on the last one if prompts are marked.
  func marking(_ parts: [GeneratedContent]) -> [GeneratedContent] {
    marks?.marking(parts) ?? parts
  }
}

/// OpenAI's caching of the beginnings of conversations.
struct CacheMarks: Sendable, Hashable {
  /// `true` if the service chooses the end of the cached beginning.
  var isAutomatic = true
  /// `true` if the end of each prompt is the end of a cached beginning.
  var marksPrompts = false
  /// The shortest time for which the service keeps the cache, in the interface's form; `nil` for
  /// its default.
  var lifetime: String?

  /// The options of a request.
  var options: GeneratedContent {
    .object(["mode": isAutomatic ? "implicit" : "explicit", "ttl": lifetime])
  }

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
  public struct PromptCaching: Sendable, Hashable {
    let marks: CacheMarks

    /// The provider chooses the length of the cached beginning.
    public static let automatic = PromptCaching(marks: CacheMarks())

    /// The provider only caches beginnings that end with a prompt.
    ///
    /// It writes the beginnings of the latest four prompts to the cache.
    public static let atPrompts = PromptCaching(
      marks: CacheMarks(isAutomatic: false, marksPrompts: true))

    /// The provider caches nothing, and bills nothing for caching.
    public static let off = PromptCaching(marks: CacheMarks(isAutomatic: false))
  }
}

extension OpenAIResponsesModel {
  /// The caching of the beginning of a conversation, which the provider then bills at a lower
  /// price.
  ///
  /// Available for models from `gpt-5.6` on.
  public struct PromptCaching: Sendable, Hashable {
    let marks: CacheMarks

    /// The shortest time for which the provider keeps a cached beginning.
    public struct Lifetime: Sendable, Hashable {
      let text: String

      /// Half an hour.
      public static let thirtyMinutes = Lifetime(text: "30m")

      /// Twelve hours.
      public static let twelveHours = Lifetime(text: "12h")
    }

    /// The provider chooses the length of the cached beginning.
    public static let automatic: PromptCaching = .automatic(lifetime: .thirtyMinutes)

    /// The provider only caches beginnings that end with a prompt.
    ///
    /// It writes the beginnings of the latest four prompts to the cache.
    public static let atPrompts: PromptCaching = .atPrompts(lifetime: .thirtyMinutes)

    /// The provider caches nothing, and bills nothing for caching.
    public static let off = PromptCaching(marks: CacheMarks(isAutomatic: false))

    /// The provider chooses the length of the cached beginning.
    public static func automatic(lifetime: Lifetime) -> PromptCaching {
      PromptCaching(marks: CacheMarks(lifetime: lifetime.text))
    }

    /// The provider only caches beginnings that end with a prompt.
    public static func atPrompts(lifetime: Lifetime) -> PromptCaching {
      PromptCaching(
        marks: CacheMarks(isAutomatic: false, marksPrompts: true, lifetime: lifetime.text))
    }
  }
}
