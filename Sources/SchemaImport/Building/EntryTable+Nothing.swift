extension EntryTable {
  /// Removes what no value satisfies: choices, properties, elements, and what requires them.
  ///
  mutating func removeNothing() {
    var pending = entries.indices.filter { entries[$0].plan.isNothing }
    guard !pending.isEmpty else { return }
    var users = [[Int]](repeating: [], count: entries.count)
    for (number, entry) in entries.enumerated() {
      for part in entry.plan.parts { users[part].append(number) }
    }
    var isNothing = entries.map(\.plan.isNothing)
    while !pending.isEmpty {
      // An entry of which many parts are nothing is looked at once.
      let affected = Set(pending.flatMap { users[$0] }).filter { !isNothing[$0] }
      pending = []
      for user in affected {
        entries[user].plan = Self.plan(entries[user].plan) { isNothing[$0] }
        if entries[user].plan.isNothing { pending.append(user) }
      }
      for number in pending { isNothing[number] = true }
    }
  }

  /// A plan without the parts that no value satisfies.
  private static func plan(_ plan: Plan, without isNothing: (Int) -> Bool) -> Plan {
    switch plan {
    case .alias(let target): return isNothing(target) ? .nothing : plan
    case .union(let choices):
      let left = choices.filter { !isNothing($0) }
      return left.isEmpty ? .nothing : left.count == 1 ? .alias(left[0]) : .union(left)
    case .array(var array):
      if let rest = array.rest, isNothing(rest) {
        array.rest = nil
        array.maximum = min(array.maximum ?? array.prefix.count, array.prefix.count)
      }
      if let first = array.prefix.firstIndex(where: isNothing) {
        array.prefix.removeLast(array.prefix.count - first)
        array.rest = nil
        array.maximum = min(array.maximum ?? first, first)
      }
      if let maximum = array.maximum, array.minimum > maximum { return .nothing }
      return .array(array)
    case .object(var object):
      if object.members.contains(where: { $0.isRequired && isNothing($0.entry) }) {
        return .nothing
      }
      if let additional = object.additional, isNothing(additional) { object.additional = nil }
      if object.additional == nil {
        object.patterns.removeAll { isNothing($0.entry) }
        // In a closed object it goes without saying what must not be there.
        if object.patterns.isEmpty { object.members.removeAll { isNothing($0.entry) } }
      }
      if object.additional == nil, object.patterns.isEmpty, object.minimum > object.members.count {
        return .nothing
      }
      return .object(object)
    default: return plan
    }
  }
}
