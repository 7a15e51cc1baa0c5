import ContentStorage
import SchemaModel

/// What a property of sessions is called, and its value at the beginning.
///
/// `@SessionPropertyEntry` of SchemaMacros declares one:
///
///     extension SessionPropertyValues {
///       @SessionPropertyEntry var openSkills: [String] = []
///     }
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the property.
  associatedtype Value

  /// The value of a session that has set none.
  static var defaultValue: Value { get }
}

/// The properties of a session, which its profiles, instructions, callbacks and tools share.
///
/// ``LanguageModelSession/properties`` has them for everybody else. Tools run at the same time:
/// to read a value and then to set it is not one step.
public final class SessionPropertyValues: Sendable {
  private struct State {
    var values: [ObjectIdentifier: Handover<Any>] = [:]
    /// The history of the turn that runs, or of nothing where there is no session.
    var history: Transcript.HistoryView?
    /// Whether a callback has set it.
    var isHistoryChanged = false
    weak var session: LanguageModelSession?
  }

  private let state = Locked(State())

  init() {}

  /// The value of a property.
  ///
  /// - Parameter key: The key of the property.
  public subscript<K: SessionPropertyKey>(key: K.Type) -> K.Value {
    get {
      guard let kept = state.withLock({ $0.values[ObjectIdentifier(key)] }),
        let value = kept.value as? K.Value
      else { return K.defaultValue }
      return value
    }
    set {
      let value = Handover<Any>(newValue)
      state.withLock { $0.values[ObjectIdentifier(key)] = value }
    }
  }

  /// The conversation after its instructions; in a turn, with the entries of that turn.
  ///
  /// A callback of a profile can change it, for all profiles and for good. In tools and in bodies
  /// it is read-only: to set it has no effect. Elsewhere it is the history of
  /// ``LanguageModelSession/transcript``.
  public var history: Transcript.HistoryView {
    get {
      let (history, session) = state.withLock { ($0.history, $0.session) }
      return history ?? session?.transcript.history ?? Transcript.HistoryView()
    }
    set {
      if let scope = SessionScope.current, scope.values === self {
        guard scope.access == .callback else { return }
        state.withLock { state in
          state.history = newValue
          state.isHistoryChanged = true
        }
      } else if let session = state.withLock({ $0.session }) {
        session.transcript.history = newValue
      } else {
        state.withLock { $0.history = newValue }
      }
    }
  }

  /// Makes them the properties of a session.
  func attach(to session: LanguageModelSession) {
    state.withLock { $0.session = session }
  }

  /// Shows the history of a turn while it runs; `nil` when it ends.
  func show(_ history: Transcript.HistoryView?) {
    state.withLock { state in
      state.history = history
      state.isHistoryChanged = false
    }
  }

  /// The history of the turn if callbacks have set it since it was shown.
  func takeChangedHistory() -> Transcript.HistoryView? {
    state.withLock { state in
      defer { state.isHistoryChanged = false }
      return state.isHistoryChanged ? state.history : nil
    }
  }
}

/// Code that runs for a session.
struct SessionScope: Sendable {
  enum Access: Sendable {
    /// A body is evaluated.
    case body
    /// A tool or a model runs.
    case turn
    /// A callback of a profile runs.
    case callback
  }

  let values: SessionPropertyValues
  let access: Access

  @TaskLocal static var current: SessionScope?
}

extension LanguageModelSession {
  /// Access to a property of the session, in its profiles, instructions, callbacks and tools.
  ///
  ///     struct OpenSkill: Tool {
  ///       @SessionProperty(\.openSkills) var openSkills
  ///       …
  ///       func call(arguments: Arguments) -> String {
  ///         openSkills.append(arguments.name)
  ///         return "\(arguments.name) is open."
  ///       }
  ///     }
  ///
  /// Outside of a session, such as in a test of a tool, the property has a value of its own.
  @propertyWrapper
  public struct SessionProperty<Value>: Sendable {
    // A key path of properties refers to nothing but these.
    private let keyPath: Handover<ReferenceWritableKeyPath<SessionPropertyValues, Value>>
    private let ownValues = SessionPropertyValues()

    /// Creates access to a property.
    ///
    /// - Parameter keyPath: The property.
    public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
      self.keyPath = Handover(keyPath)
    }

    /// The value of the property.
    public var wrappedValue: Value {
      get { values[keyPath: keyPath.value] }
      nonmutating set { values[keyPath: keyPath.value] = newValue }
    }

    private var values: SessionPropertyValues { SessionScope.current?.values ?? ownValues }
  }
}
