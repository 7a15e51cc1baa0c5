import Foundation
import SchemaConcurrency
import SchemaModel

/// The key of a property of sessions, with the property's default value.
///
/// `@SessionPropertyEntry` declares one:
///
///     extension SessionPropertyValues {
///       @SessionPropertyEntry var openSkills: [String] = []
///     }
///
/// A value need not be `Sendable`, as in FoundationModels, but the tools of one reply run at the
/// same time and share it. So use values that are safe to read in several tasks, such as
/// structures, and change a value that several tools change by
/// ``LanguageModelSession/SessionProperty/update(_:)``.
/// The compiler does not find a race of two tools in an object of a class that has no lock.
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the property.
  associatedtype Value

  /// The value in a session that has not set the property.
  static var defaultValue: Value { get }
}

/// The properties of a session, which its profiles, instructions, callbacks and tools share.
///
/// Other code reads them by ``LanguageModelSession/properties``. Tools run concurrently, so reading
/// a value and then setting it, as `append` on a property does, is not atomic;
/// ``update(_:_:)`` is.
public final class SessionPropertyValues: Sendable {
  private struct State {
    var values: [ObjectIdentifier: Handover<Any>] = [:]
    var turn = TurnHistory()
    weak var session: LanguageModelSession?
  }

  private struct TurnHistory {
    /// The history of the running turn; `nil` if there is none.
    var history: Transcript.HistoryView?
    /// `true` if a callback has set the history.
    var isChanged = false
  }

  private let state = Locked(State())
  /// Held while a property changes.
  private let changes = NSRecursiveLock()

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
      _ = changes.withLock { state.exchange(\.values[ObjectIdentifier(key)], with: value) }
    }
  }

  /// Changes the value of a property while no other task changes a property of the session.
  ///
  ///     properties.update(\.openSkills) { $0.append(name) }
  ///
  /// Code that only reads gets the old value until the change is complete. `body` can use other
  /// properties of the session, and must not wait for another task.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; the value then stays as it was.
  public func update<Value, Result, Failure: Swift.Error>(
    _ property: ReferenceWritableKeyPath<SessionPropertyValues, Value>,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withLock` would lose the type of the error.
    changes.lock()
    defer { changes.unlock() }
    var value = self[keyPath: property]
    let result = try body(&value)
    self[keyPath: property] = value
    return result
  }

  /// The conversation after its instructions, including the running turn.
  ///
  /// Callbacks of a profile can set the history, which changes the transcript for all profiles. In
  /// tools and in bodies the history is read-only, and setting it has no effect. Elsewhere this
  /// property is the history of ``LanguageModelSession/transcript``.
  public var history: Transcript.HistoryView {
    get {
      let (history, session) = state.withLock { ($0.turn.history, $0.session) }
      if let session, history == nil || SessionScope.current?.values !== self {
        return session.transcript.history
      }
      return history ?? Transcript.HistoryView()
    }
    set {
      if let scope = SessionScope.current, scope.values === self {
        guard scope.access == .callback else { return }
        state.exchange(\.turn, with: TurnHistory(history: newValue, isChanged: true))
      } else if let session = state.withLock({ $0.session }) {
        session.transcript.history = newValue
      } else {
        state.exchange(\.turn.history, with: newValue)
      }
    }
  }

  /// Attaches the properties to a session.
  func attach(to session: LanguageModelSession) { state.withLock { $0.session = session } }

  /// Sets the history that code of a running turn reads; `nil` when the turn ends.
  func setTurnHistory(_ history: Transcript.HistoryView?) {
    state.exchange(\.turn, with: TurnHistory(history: history))
  }

  /// The history of the turn if callbacks have set it since the last call of `setTurnHistory(_:)`.
  func takeChangedHistory() -> Transcript.HistoryView? {
    state.withLock { state in
      defer { state.turn.isChanged = false }
      return state.turn.isChanged ? state.turn.history : nil
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
  ///         $openSkills.update { $0.append(arguments.name) }
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

    /// Access to ``update(_:)``, as `$openSkills`.
    public var projectedValue: SessionProperty { self }

    /// Changes the value while no other task changes a property of the session.
    ///
    ///     $openSkills.update { $0.append(arguments.name) }
    ///
    /// - Returns: The result of `body`, with the rules of ``SessionPropertyValues/update(_:_:)``.
    /// - Throws: The error of `body`; the value then stays as it was.
    public func update<Result, Failure: Swift.Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result { try values.update(keyPath.value, body) }

    private var values: SessionPropertyValues { SessionScope.current?.values ?? ownValues }
  }
}

/// A value of a caller that FoundationModels does not require to be `Sendable`.
///
/// The type is `@unchecked Sendable` for two uses. Closures and profiles are used only by the task
/// of a request, and a session runs one request at a time. Values of session properties and key
/// paths are read by tools that run at the same time: `Locked` guards the reference to a value, and
/// ``SessionPropertyKey`` states the caller's duty for the value itself.
@safe struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
