/// A dictionary with a limit.
///
/// If there is no room for another value, all values are removed first.
package struct LimitedStore<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]

  /// Creates an empty store.
  ///
  /// - Parameter limit: The largest number of values, from 1.
  package init(limit: Int) { self.limit = limit }

  /// The value of a key; `nil` if the store has no value for the key.
  package subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      guard let newValue else {
        values[key] = nil
        return
      }
      if values.count >= limit, values[key] == nil { values.removeAll() }
      values[key] = newValue
    }
  }
}
