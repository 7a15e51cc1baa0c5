import SchemaConcurrency
import SchemaModel

/// The key of a property of sessions, with the property's default value.
///
/// `@SessionPropertyEntry` declares one:
///
///     extension SessionPropertyValues {
///       @SessionPropertyEntry var openSkills: [String] = []
///     }
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the property.
  associatedtype Value

  /// The value in a session that has not set the property.
  static var defaultValue: Value { get }
}

/// The properties of a session, which its profiles, instructions, callbacks and tools share.
///
/// Other code reads them by ``LanguageModelSession/properties``. Tools run concurrently, so reading
/// a value and then setting it is not atomic.
public final class SessionPropertyValues: Sendable {
  private struct State {
    var values: [ObjectIdentifier: Handover<Any>] = [:]
    /// The history of the running turn; `nil` if there is none.
    var history: Transcript.HistoryView?
    /// `true` if a callback has set the history.
    var isHistoryChanged = false
    weak var session: LanguageModelSession?
  }

  private let state = Locked(State())

  init() {}

  /// The value of a property.
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

  /// The conversation after its instructions, including the running turn.
  ///
  /// Callbacks of a profile can set the history, which changes the transcript for all profiles. In
  /// tools and in bodies the history is read-only, and setting it has no effect. Elsewhere this
  /// property is the history of ``LanguageModelSession/transcript``.
  public var history: Transcript.HistoryView {
    get {
      let (history, session) = state.withLock { ($0.history, $0.session) }
      if let session, history == nil || SessionScope.current?.values !== self {
        return session.transcript.history
      }
      return history ?? Transcript.HistoryView()
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

  /// Attaches the properties to a session.
  func attach(to session: LanguageModelSession) { state.withLock { $0.session = session } }

  /// Sets the history that code of a running turn reads; `nil` when the turn ends.
  func setTurnHistory(_ history: Transcript.HistoryView?) {
    state.withLock { state in
      state.history = history
      state.isHistoryChanged = false
    }
  }

  /// The history of the turn if callbacks have set it since the last call of `setTurnHistory(_:)`.
  func takeChangedHistory() -> Transcript.HistoryView? {
    state.withLock { state in
      defer { state.isHistoryChanged = false }
      return state.isHistoryChanged ? state.history : nil
    }
  }
}

/// The scope of code that runs for a session.
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
  /// Outside of a session, such as in a test of a tool, the property has its own value.
  @propertyWrapper
  public struct SessionProperty<Value>: Sendable {
    // A key path of `SessionPropertyValues` refers only to properties, so tasks can share it.
    private let keyPath: Handover<ReferenceWritableKeyPath<SessionPropertyValues, Value>>
    private let ownValues = SessionPropertyValues()

    /// Creates access to a property.
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

/// A value that tasks pass to each other.
///
/// No two tasks use it at the same time.
///
/// The type is `@unchecked Sendable` because its users ensure this. Sessions need the type for
/// closures and values of callers that FoundationModels does not require to be `Sendable`. A
/// session runs one request at a time, and only the task of the request uses them.
@safe struct Handover<Value>: @unchecked Sendable {
  /// The value.
  let value: Value

  /// Wraps a value.
  init(_ value: Value) { self.value = value }
}
