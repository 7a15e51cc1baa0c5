/// Values by their keys; if there is no room for another one, all are removed.
package struct LimitedStore<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]

  /// Creates an empty store.
  ///
  /// - Parameter limit: The largest number of values, from 1.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The value of a key; `nil` if the store has none.
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
