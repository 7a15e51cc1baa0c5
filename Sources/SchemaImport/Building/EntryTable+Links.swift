extension EntryTable {
  /// The target of an alias that adds nothing, or the entry itself.
  func resolved(_ number: Int) -> Int {
    var number = number
    var hops = 0
    while case .alias(let target) = entries[number].plan, entries[number].summary == nil,
      hops <= entries.count
    {
      number = target
      hops += 1
    }
    return number
  }

  /// Replaces choices that are unions without a name or a description by their own choices, and
  /// aliases that add nothing by their targets.
  mutating func simplify() {
    for number in entries.indices {
      entries[number].plan = linked(entries[number].plan)
    }
    // The choices of a nested union are linked already.
    for number in entries.indices {
      guard case .union(let choices) = entries[number].plan else { continue }
      var flat: [Int] = []
      var seen: Set<Int> = []
      var pending = Array(choices.reversed())
      var passed: Set<Int> = [number]
      while let choice = pending.popLast() {
        if case .union(let inner) = entries[choice].plan, isPlain(choice) {
          if passed.insert(choice).inserted { pending.append(contentsOf: inner.reversed()) }
        } else if seen.insert(choice).inserted, !repeats(choice, in: flat) {
          flat.append(choice)
        }
      }
      entries[number].plan = flat.count == 1 ? .alias(flat[0]) : .union(flat)
    }
  }

  /// Whether an entry may be written out where it is used.
  private func isPlain(_ number: Int) -> Bool {
    number > 0 && entries[number].name == nil && entries[number].summary == nil
  }

  /// Whether a union has an equal choice already.
  private func repeats(_ choice: Int, in choices: [Int]) -> Bool {
    guard isPlain(choice) else { return false }
    return choices.contains { other in
      guard isPlain(other) else { return false }
      switch (entries[choice].plan, entries[other].plan) {
      case (.null, .null), (.anything, .anything): return true
      case (.boolean(let first), .boolean(let second)): return first == second
      case (.string(let first), .string(let second)): return first.isEmpty && second.isEmpty
      case (.integer(let first), .integer(let second)), (.number(let first), .number(let second)):
        return first == second
      default: return false
      }
    }
  }

  private func linked(_ plan: Plan) -> Plan {
    switch plan {
    case .alias(let target): return .alias(resolved(target))
    case .union(let choices): return .union(choices.map { resolved($0) })
    case .array(var array):
      array.prefix = array.prefix.map { resolved($0) }
      array.rest = array.rest.map { resolved($0) }
      return .array(array)
    case .object(var object):
      for index in object.members.indices {
        object.members[index].entry = resolved(object.members[index].entry)
      }
      for index in object.patterns.indices {
        object.patterns[index].entry = resolved(object.patterns[index].entry)
      }
      object.additional = object.additional.map { resolved($0) }
      return .object(object)
    default: return plan
    }
  }
}
