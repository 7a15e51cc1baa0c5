extension LanguageModelSession {
  /// A profile that can change between requests: instructions, tools, model and options.
  ///
  ///     struct CookProfile: LanguageModelSession.DynamicProfile {
  ///       var kitchen: Kitchen
  ///
  ///       var body: some DynamicProfile {
  ///         if kitchen.isPlanning {
  ///           Profile { PlanningInstructions() }
  ///             .model(largeModel)
  ///             .temperature(1)
  ///         } else {
  ///           Profile { CookingInstructions() }
  ///             .historyTransform { Array($0.suffix(10)) }
  ///         }
  ///       }
  ///     }
  ///
  ///     let session = LanguageModelSession(profile: CookProfile(kitchen: kitchen))
  ///
  /// The body results in exactly one ``Profile``. A session evaluates the body before each request
  /// to the model, including the requests between rounds of tool calls. A change of the state that
  /// the body reads therefore affects the next request. A body must only read state; change state
  /// in callbacks such as `onResponse`.
  public protocol DynamicProfile {
    /// The type of the body.
    associatedtype Body: DynamicProfile

    /// The current profile.
    @DynamicProfileBuilder var body: Body { get }
  }

  /// Instructions and tools, which modifiers combine with options.
  public struct Profile: DynamicProfile, ProfileNode {
    private let instructions: any DynamicInstructions

    /// Creates a profile.
    public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
      instructions = dynamicInstructions()
    }

    init(_ instructions: any DynamicInstructions) { self.instructions = instructions }

    /// Not used: sessions resolve the profile directly.
    public var body: Never { noBody() }

    func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
      profile.instructions.add(instructions)
    }
  }

  /// A dynamic profile of any type.
  public struct AnyDynamicProfile: DynamicProfile, ProfileNode {
    private let profile: any DynamicProfile

    /// Hides the type of a profile.
    public init(_ dynamicProfile: any DynamicProfile) { profile = dynamicProfile }

    /// Hides the type of a profile.
    public init(erasing dynamicProfile: some DynamicProfile) { profile = dynamicProfile }

    /// Not used: sessions resolve the profile directly.
    public var body: Never { noBody() }

    func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
      profile.add(self.profile, at: path)
    }
  }

  /// One of two branches of a body.
  public struct ConditionalDynamicProfile<
    TrueContent: DynamicProfile, FalseContent: DynamicProfile
  >: DynamicProfile, ProfileNode {
    enum Branch {
      case first(TrueContent)
      case second(FalseContent)
    }

    let branch: Branch

    /// Not used: sessions resolve the profile directly.
    public var body: Never { noBody() }

    func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
      switch branch {
      case .first(let content): profile.add(content, at: path + [.first])
      case .second(let content): profile.add(content, at: path + [.second])
      }
    }
  }

  /// A reusable change of a profile.
  ///
  ///     struct Careful: LanguageModelSession.DynamicProfileModifier {
  ///       func body(content: Content) -> some DynamicProfile {
  ///         content.temperature(0).onResponse { print("Answered: \($0)") }
  ///       }
  ///     }
  ///
  ///     extension LanguageModelSession.DynamicProfile {
  ///       func careful() -> some DynamicProfile { modifier(Careful()) }
  ///     }
  public protocol DynamicProfileModifier {
    /// The type of the body.
    associatedtype Body: DynamicProfile

    /// Returns the changed profile.
    @DynamicProfileBuilder func body(content: Content) -> Body
  }

  /// The profile that a modifier changes.
  public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile,
    ProfileNode
  {
    let profile: any DynamicProfile

    /// Not used: sessions resolve the profile directly.
    public var body: Never { noBody() }

    func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
      profile.add(self.profile, at: path)
    }
  }

  /// A profile with a modifier.
  public struct ModifiedDynamicProfile<
    Content: DynamicProfile, Modifier: DynamicProfileModifier
  >: DynamicProfile, ProfileNode {
    let content: Content
    let modifier: Modifier

    /// Not used: sessions resolve the profile directly.
    public var body: Never { noBody() }

    func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
      profile.add(
        modifier.body(content: DynamicProfileModifierContent(profile: content)), at: path)
    }
  }

  /// Builds the body of a dynamic profile, which results in exactly one profile.
  @resultBuilder
  public struct DynamicProfileBuilder {
    /// Builds a body.
    public static func buildBlock<T: DynamicProfile>(_ content: T) -> T { content }

    /// Rejects a body with several profiles.
    @available(
      *, unavailable,
      message: "A body has one profile at a time: choose one with `if` and `else`, or `switch`."
    )
    public static func buildBlock<each Content: DynamicProfile>(
      _ contents: repeat each Content
    ) -> Never {
      noBody()
    }

    /// Builds the first branch.
    public static func buildEither<TrueContent: DynamicProfile, FalseContent: DynamicProfile>(
      first content: TrueContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
      ConditionalDynamicProfile(branch: .first(content))
    }

    /// Builds the second branch.
    public static func buildEither<TrueContent: DynamicProfile, FalseContent: DynamicProfile>(
      second content: FalseContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
      ConditionalDynamicProfile(branch: .second(content))
    }

    /// Builds a branch of `if #available`.
    public static func buildLimitedAvailability(
      _ component: some DynamicProfile
    ) -> AnyDynamicProfile {
      AnyDynamicProfile(erasing: component)
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// A dynamic profile.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile

  /// Instructions and tools.
  public typealias Profile = LanguageModelSession.Profile

  /// Access to a property of the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfileModifier {
  /// The profile to change.
  public typealias Content = LanguageModelSession.DynamicProfileModifierContent<Self>

  /// A dynamic profile.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile

  /// Access to a property of the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension Tool {
  /// Access to a property of the session that calls the tool.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension Never: LanguageModelSession.DynamicProfile {}
