import SchemaConcurrency
package import SchemaReading

/// The observers of a reply's mends, which the session finds after the executor has ended.
package final class MendObservers: Sendable {
  private let observers = Locked<[@Sendable ([Mend]) -> Void]>([])

  init() {}

  /// Adds an observer, which gets the mends of the answer or of the arguments of one call.
  package func add(_ observer: @escaping @Sendable ([Mend]) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  func report(_ mends: [Mend]) {
    guard !mends.isEmpty else { return }
    for observer in observers.withLock({ $0 }) { observer(mends) }
  }
}
