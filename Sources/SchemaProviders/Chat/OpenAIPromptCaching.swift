import SchemaModel

/// How OpenAI keeps the beginnings of conversations, in both of its interfaces.
struct CacheMarks: Sendable, Hashable {
  /// Whether the service chooses the end of what it keeps.
  var isAutomatic = true
  /// Whether the end of each prompt is marked as one.
  var marksPrompts = false
  /// The shortest time, as the interface states it; `nil` for the service's own.
  var lifetime: String?

  /// The options of a request.
  var options: GeneratedContent {
    .object(["mode": isAutomatic ? "implicit" : "explicit", "ttl": lifetime])
  }

  /// The parts of a prompt, of which the last one has a mark if prompts have.
  func marking(_ parts: [GeneratedContent]) -> [GeneratedContent] {
    guard marksPrompts, let last = parts.last else { return parts }
    let mark = GeneratedContent.object(["mode": "explicit"])
    return parts.dropLast() + [last.setting("prompt_cache_breakpoint", to: mark)]
  }
}

extension OpenAIModel {
  /// How the provider keeps the beginning of a conversation, which it then bills at a lower price,
  /// for models from `gpt-5.6` on.
  public struct PromptCaching: Sendable, Hashable {
    let marks: CacheMarks

    /// The provider chooses how much of a conversation it keeps.
    public static let automatic = PromptCaching(marks: CacheMarks())

    /// The provider keeps what is before the ends of prompts, and nothing else.
    ///
    /// It writes those of the latest four prompts.
    public static let atPrompts = PromptCaching(
      marks: CacheMarks(isAutomatic: false, marksPrompts: true))

    /// The provider keeps nothing, so that nothing is billed for it.
    public static let off = PromptCaching(marks: CacheMarks(isAutomatic: false))
  }
}

extension OpenAIResponsesModel {
  /// How the provider keeps the beginning of a conversation, which it then bills at a lower price,
  /// for models from `gpt-5.6` on.
  public struct PromptCaching: Sendable, Hashable {
    let marks: CacheMarks

    /// The shortest time for which the provider keeps something.
    public struct Lifetime: Sendable, Hashable {
      let text: String

      /// Half an hour.
      public static let thirtyMinutes = Lifetime(text: "30m")

      /// Twelve hours.
      public static let twelveHours = Lifetime(text: "12h")
    }

    /// The provider chooses how much of a conversation it keeps.
    public static let automatic = PromptCaching(marks: CacheMarks(lifetime: "30m"))

    /// The provider keeps what is before the ends of prompts, and nothing else.
    ///
    /// It writes those of the latest four prompts.
    public static let atPrompts = PromptCaching(
      marks: CacheMarks(isAutomatic: false, marksPrompts: true, lifetime: "30m"))

    /// The provider keeps nothing, so that nothing is billed for it.
    public static let off = PromptCaching(marks: CacheMarks(isAutomatic: false))

    /// The provider chooses how much of a conversation it keeps.
    ///
    /// - Parameter lifetime: The shortest time.
    /// - Returns: The form of caching.
    public static func automatic(lifetime: Lifetime) -> PromptCaching {
      PromptCaching(marks: CacheMarks(lifetime: lifetime.text))
    }

    /// The provider keeps what is before the ends of prompts, and nothing else.
    ///
    /// - Parameter lifetime: The shortest time.
    /// - Returns: The form of caching.
    public static func atPrompts(lifetime: Lifetime) -> PromptCaching {
      PromptCaching(
        marks: CacheMarks(isAutomatic: false, marksPrompts: true, lifetime: lifetime.text))
    }
  }
}
