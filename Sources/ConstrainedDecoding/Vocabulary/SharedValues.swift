import SchemaConcurrency

/// Values that are the same in all grammars of a vocabulary, such as the leaves of formats.
///
/// Each is made for the first grammar that needs it, and is kept as long as the vocabulary.
final class SharedValues: Sendable {
  private let known = Locked<[AnyHashable: any Sendable]>([:])

  /// Returns the value of a key, which has one type of values.
  ///
  /// `make`: Makes the value. It runs without the lock, so no grammar waits for the values of
  /// another.
  func value<Value: Sendable, Failure: Error>(
    of key: some Hashable & Sendable, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = known.withLock({ $0[key] as? Value }) { return known }
    let value = try make()
    return known.withLock { values in
      // All grammars share the value that was ready first.
      if let first = values[key] as? Value { return first }
      values[key] = value
      return value
    }
  }
}
