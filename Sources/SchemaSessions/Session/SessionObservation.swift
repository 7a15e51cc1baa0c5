#if canImport(Observation)
public import Observation
#endif

/// The observation of a session, on systems with the Observation framework.
///
/// The oldest systems that this package supports do not have this framework. So the registrar of
/// the framework is stored as `Any`, and used only if the framework is available.
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

  /// Records that a property is read.
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
