import SchemaGuides

/// Decides which entries become definitions, and under which names.
///
/// Definitions are objects and unions that are referenced by a name, arrays and long lists of
/// choices that are referenced several times, entries that contain themselves, and entries that
/// would otherwise be repeated too often.
struct DefinitionChooser {
  private let table: EntryTable
  private let document: SchemaDocument

  /// The names of definitions by the numbers of their entries.
  private(set) var names: [Int: String] = [:]

  private var taken: Set<ExactText> = []
  private var uses: [Int]
  /// The size of an entry with all entries without a name expanded in it.
  private var sizes: [Int]

  /// Entries larger than this are written once, if they are used more than once.
  private static let largestCopy = 200
  /// Lists of choices longer than this are.
  private static let longestList = 8

  init(_ table: EntryTable, document: SchemaDocument) {
    self.table = table
    self.document = document
    uses = [Int](repeating: 0, count: table.count)
    sizes = [Int](repeating: 0, count: table.count)
    guard table.count > 0 else { return }
    walk()
  }

  // MARK: Walking

  private struct Frame {
    let number: Int
    let parts: [Int]
    var next = 0
  }

  /// Visits all entries below the root, depth first, and names each entry that contains itself.
  private mutating func walk() {
    var state = [UInt8](repeating: 0, count: table.count)
    let unseen: UInt8 = 0
    let open: UInt8 = 1
    let done: UInt8 = 2
    var found: [Int] = [0]
    var stack = [Frame(number: 0, parts: table[0].plan.parts)]
    state[0] = open
    while var top = stack.popLast() {
      guard top.next < top.parts.count else {
        state[top.number] = done
        continue
      }
      let part = top.parts[top.next]
      top.next += 1
      stack.append(top)
      uses[part] += 1
      if state[part] == unseen {
        state[part] = open
        found.append(part)
        stack.append(Frame(number: part, parts: table[part].plan.parts))
      }
    }
    nameReferenced(found)
    nameCycles()
    measure()
  }

  private mutating func nameReferenced(_ found: [Int]) {
    for number in found where number > 0 {
      guard let name = table[number].name else { continue }
      switch table[number].plan {
      case .object, .union: assign(number, name)
      case .array where uses[number] > 1: assign(number, name)
      case .string(let strings):
        if uses[number] > 1, strings.guides.choices?.count ?? 0 > Self.longestList {
          assign(number, name)
        }
      default: break
      }
    }
  }

  /// Names an entry on each cycle that does not contain a definition.
  private mutating func nameCycles() {
    var isOpen = [Bool](repeating: false, count: table.count)
    var isDone = [Bool](repeating: false, count: table.count)
    // The bodies of definitions are searched separately.
    for start in [0] + names.keys.sorted() where !isDone[start] {
      isOpen[start] = true
      var stack = [Frame(number: start, parts: table[start].plan.parts)]
      while var top = stack.popLast() {
        guard top.next < top.parts.count else {
          isOpen[top.number] = false
          isDone[top.number] = true
          continue
        }
        let part = top.parts[top.next]
        top.next += 1
        stack.append(top)
        if part == 0 || names[part] != nil { continue }
        if isOpen[part] {
          assign(cycleEntry(part), cycleName(part))
        } else if !isDone[part] {
          isOpen[part] = true
          stack.append(Frame(number: part, parts: table[part].plan.parts))
        }
      }
    }
  }

  /// The entry that can have the name: the target of an alias, not the alias.
  private func cycleEntry(_ number: Int) -> Int {
    var number = number
    var hops = 0
    while case .alias(let target) = table[number].plan, hops <= table.count {
      number = target
      hops += 1
    }
    return number
  }

  private func cycleName(_ number: Int) -> String {
    if let name = table[number].name { return name }
    var node = table[number].node
    while node > 0 {
      if case .name(let name) = document.nodes[node].key, Keyword(name: name) == nil {
        return name
      }
      node = Int(document.nodes[node].parent)
    }
    return "Value"
  }

  /// Names what is used more than once and large, from the inside out.
  private mutating func measure() {
    var isDone = [Bool](repeating: false, count: table.count)
    for start in [0] + names.keys.sorted() where !isDone[start] {
      var stack = [Frame(number: start, parts: table[start].plan.parts)]
      isDone[start] = true
      while var top = stack.popLast() {
        guard top.next < top.parts.count else {
          close(top.number, top.parts)
          continue
        }
        let part = top.parts[top.next]
        top.next += 1
        stack.append(top)
        if part == 0 || isDone[part] { continue }
        isDone[part] = true
        stack.append(Frame(number: part, parts: table[part].plan.parts))
      }
    }
  }

  private mutating func close(_ number: Int, _ parts: [Int]) {
    var size = 1
    for part in parts { size += part == 0 || names[part] != nil ? 1 : sizes[part] }
    sizes[number] = size
    guard size > Self.largestCopy, uses[number] > 1, number > 0 else { return }
    if case .alias = table[number].plan { return }
    assign(number, cycleName(number))
  }

  private mutating func assign(_ number: Int, _ name: String) {
    guard number > 0, names[number] == nil else { return }
    var candidate = name
    var suffix = 2
    while !taken.insert(ExactText(candidate)).inserted {
      candidate = "\(name)_\(suffix)"
      suffix += 1
    }
    names[number] = candidate
  }
}
