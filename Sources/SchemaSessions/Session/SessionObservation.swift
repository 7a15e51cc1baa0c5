#if canImport(Observation)
public import Observation
#endif

/// What observers of a session learn, on systems that have the Observation framework.
///
/// The framework is younger than the oldest systems of this package, so its registrar is kept as
/// any value and used where it is there.
struct SessionObservation: Sendable {
  private let registrar: (any Sendable)?

  init() {
    #if canImport(Observation)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      registrar = ObservationRegistrar()
      return
    }
    #endif
    registrar = nil
  }

  /// Notes that a property is read.
  func access<Value>(
    _ session: LanguageModelSession,
    _ property: any KeyPath<LanguageModelSession, Value> & Sendable
  ) {
    #if canImport(Observation)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      (registrar as? ObservationRegistrar)?.access(session, keyPath: property)
    }
    #endif
  }

  /// Changes a property.
  func change<Value, Result>(
    _ session: LanguageModelSession,
    _ property: any KeyPath<LanguageModelSession, Value> & Sendable, _ body: () throws -> Result
  ) rethrows -> Result {
    #if canImport(Observation)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
      let registrar = registrar as? ObservationRegistrar
    {
      return try registrar.withMutation(of: session, keyPath: property, body)
    }
    #endif
    return try body()
  }
}

#if canImport(Observation)
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension LanguageModelSession: Observable {}
#endif
