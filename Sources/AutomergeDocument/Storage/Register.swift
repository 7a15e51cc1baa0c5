/// The values of one key of a map or one element of a sequence: a linked list of rows in the order
/// of their identities, and the row that readers currently see.
///
/// An element whose value was never changed has no register, because its own row has the value.
struct Register {
  /// The first row.
  ///
  /// In a sequence, the row of the element is always first.
  @OptionalIndex private(set) var head: RowIndex?
  /// The last linked row.
  ///
  /// The next row is usually inserted right after this row, so most insertions need no search.
  @OptionalIndex private var recent: RowIndex?
  /// The row that readers see; `nil` if all are replaced.
  @OptionalIndex fileprivate(set) var winner: RowIndex?
  private let isOfElement: Bool

  /// Creates the register of a key, which has no row yet.
  init() { isOfElement = false }

  /// Creates the register of an element with the element's own row.
  init(element: RowIndex, isVisible: Bool) {
    isOfElement = true
    head = element
    recent = element
    if isVisible { winner = element }
  }

  /// Links a row at its place.
  ///
  /// Returns the previous row; `nil` if the row is the first.
  mutating func link(
    _ row: RowIndex, in rows: inout RowTable, _ actors: ActorTable,
    _ anchors: inout RegisterAnchors,
    of key: RegisterKey
  ) -> RowIndex? {
    let id = rows[row].id
    var previous = isOfElement ? head : nil
    if let recent, actors.precedes(rows[recent].id, id) { previous = recent }
    var next = if let previous { rows[previous].next } else { head }
    if let first = next, actors.precedes(rows[first].id, id) {
      let last = anchors.last(before: id, in: rows, actors, after: first, of: key)
      previous = last
      next = rows[last].next
    }
    rows.link(row, to: next)
    if let previous {
      rows.link(previous, to: row)
    } else {
      head = row
    }
    recent = row
    return previous
  }

  /// Removes a row that was linked after the row `previous`, or as the first row.
  mutating func unlink(_ row: RowIndex, behind previous: RowIndex?, in rows: inout RowTable) {
    let next = rows[row].next
    if let previous {
      rows.link(previous, to: next)
      recent = previous
    } else {
      head = next
      recent = next
    }
  }
}

/// Rows at which a search in a long register begins.
///
/// A new row needs a search for its place unless it follows the last linked row. A long search
/// leaves anchors on its way, so that later searches are short for any order of arrival.
struct RegisterAnchors {
  /// The smallest number of rows between two anchors, which keeps the memory of anchors small
  /// compared with the memory of the rows.
  private static let distance = 32

  /// The anchors of each register, in the order of identities.
  private var anchors: [RegisterKey: [RowIndex]] = [:]

  /// Returns the last row of a register whose identity is lower than a given one.
  ///
  /// `first`: A row with a lower identity. The search begins there if no anchor is closer.
  mutating func last(
    before id: OpID, in rows: RowTable, _ actors: ActorTable, after first: RowIndex,
    of key: RegisterKey
  ) -> RowIndex {
    var own = anchors[key] ?? []
    var place = own.firstPosition { !actors.precedes(rows[$0].id, id) }
    var last = first
    if place > 0 {
      let anchor = own[place - 1]
      if actors.precedes(rows[first].id, rows[anchor].id) { last = anchor }
    }
    var steps = 0
    var candidate: RowIndex?
    var next = rows[last].next
    while let row = next, actors.precedes(rows[row].id, id) {
      last = row
      next = rows[row].next
      steps += 1
      guard steps % Self.distance == 0 else { continue }
      if let candidate {
        own.insert(candidate, at: place)
        place += 1
      }
      candidate = last
    }
    if steps >= 2 * Self.distance { anchors[key] = own }
    return last
  }

  /// Removes a row that is no longer in its register.
  mutating func remove(
    _ row: RowIndex, in rows: RowTable, _ actors: ActorTable, of key: RegisterKey
  ) {
    guard !anchors.isEmpty, let own = anchors[key] else { return }
    let id = rows[row].id
    let place = own.firstPosition { !actors.precedes(rows[$0].id, id) }
    guard place < own.count, own[place] == row else { return }
    anchors[key]?.remove(at: place)
    if own.count == 1 { anchors[key] = nil }
  }
}

/// The key of a register: a key of a map, or an element of a sequence.
struct RegisterKey: Hashable {
  let object: ObjectIndex
  let key: ObjectKey
  let isElement: Bool

  /// The element; `nil` for a key of a map.
  var element: RowIndex? { isElement ? key.element : nil }

  func hash(into hasher: inout Hasher) { hasher.combine(UInt64(object.value) << 32 | key.bits) }
}

/// The registers of a document.
///
/// The methods also change the links between rows, so they take the rows and the order of actors.
struct RegisterTable {
  /// A key's register in the first object that had the key.
  private struct First {
    let object: ObjectIndex
    var register: Register?
  }

  /// For each key, its register in the first object that had the key.
  ///
  /// The keys of a large map rarely occur in other maps, so this table avoids a second dictionary
  /// look-up for each key. The look-up took a third of the time to load a large map.
  private var firsts: [First?] = []
  private var others: [RegisterKey: Register] = [:]
  private var anchors = RegisterAnchors()
  /// The visible rows of each register except the winner, in the order of identities.
  ///
  /// Only concurrent edits cause such rows.
  private(set) var conflicts: [RegisterKey: SortedIndices<RowIndex>] = [:]

  /// The memory of the registers, in bytes.
  var memory: Int {
    firsts.count * MemoryLayout<First?>.stride + others.count * 64 + conflicts.count * 144
  }

  /// Removes the entries of keys from index `count` on; these keys must not have a register.
  mutating func truncate(toKeys count: Int) { firsts.removeLast(max(0, firsts.count - count)) }

  private subscript(key: RegisterKey) -> Register? {
    get {
      let index = key.key.string.value
      if !key.isElement, index < firsts.count, let first = firsts[index],
        first.object == key.object
      {
        return first.register
      }
      return others[key]
    }
    set {
      if !key.isElement {
        let index = key.key.string.value
        let missing = index + 1 - firsts.count
        if missing > 0 { firsts.append(contentsOf: repeatElement(nil, count: missing)) }
        if firsts[index]?.object ?? key.object == key.object {
          firsts[index] = First(object: key.object, register: newValue)
          return
        }
      }
      others[key] = newValue
    }
  }

  /// Returns `false` if a register cannot exist, because an element has only its own row.
  private static func mayExist(_ key: RegisterKey, _ rows: RowTable) -> Bool {
    key.element.map { rows[$0].next != nil } ?? true
  }
}

// MARK: - Reading
extension RegisterTable {
  /// Returns the first row of a register; `nil` if a map has never had the key.
  func head(_ key: RegisterKey) -> RowIndex? { key.element ?? self[key]?.head }

  func winner(_ key: RegisterKey, in rows: RowTable) -> RowIndex? {
    if let element = key.element, !Self.mayExist(key, rows) {
      return rows[element].isVisible ? element : nil
    }
    return self[key]?.winner
  }

  /// Returns the visible rows of a register in the order of identities; the last one wins.
  func visibleRows(_ key: RegisterKey, in rows: RowTable) -> [RowIndex] {
    guard let winner = winner(key, in: rows) else { return [] }
    return (conflicts.isEmpty ? [] : conflicts[key]?.all ?? []) + [winner]
  }
}

// MARK: - Changing
extension RegisterTable {
  /// Links a row that is not an insertion to its register.
  ///
  /// Returns the row before it; `nil` if it is the first.
  mutating func link(
    _ row: RowIndex, to key: RegisterKey, in rows: inout RowTable, _ actors: ActorTable
  ) -> RowIndex? {
    var register = self[key] ?? Register()
    if let element = key.element, !Self.mayExist(key, rows) {
      register = Register(element: element, isVisible: rows[element].isVisible)
    }
    let previous = register.link(row, in: &rows, actors, &anchors, of: key)
    self[key] = register
    if rows[row].isVisible { show(row, in: key, rows, actors) }
    return previous
  }

  /// Removes a row from its register, in which it was linked after another.
  mutating func unlink(
    _ row: RowIndex, behind previous: RowIndex?, from key: RegisterKey, in rows: inout RowTable,
    _ actors: ActorTable
  ) {
    hide(row, in: key, rows, actors)
    anchors.remove(row, in: rows, actors, of: key)
    self[key]?.unlink(row, behind: previous, in: &rows)
    if head(key) == nil || !Self.mayExist(key, rows) { self[key] = nil }
  }

  /// Adds a row to the visible rows of a register.
  mutating func show(
    _ row: RowIndex, in key: RegisterKey, _ rows: RowTable, _ actors: ActorTable
  ) {
    guard Self.mayExist(key, rows), let register = self[key] else { return }
    guard let winner = register.winner else {
      self[key]?.winner = row
      return
    }
    if actors.precedes(rows[winner].id, rows[row].id) {
      conflicts[key, default: SortedIndices<RowIndex>()].append(winner)
      self[key]?.winner = row
    } else {
      let position = position(of: row, amongConflictsOf: key, rows, actors)
      conflicts[key, default: SortedIndices<RowIndex>()].insert(row, at: position)
    }
  }

  /// Removes a row from the visible rows of a register.
  ///
  /// Does nothing if the row is not visible.
  mutating func hide(
    _ row: RowIndex, in key: RegisterKey, _ rows: RowTable, _ actors: ActorTable
  ) {
    guard Self.mayExist(key, rows) else { return }
    if self[key]?.winner == row {
      let next = conflicts.isEmpty ? nil : conflicts[key]?.popLast()
      self[key]?.winner = next
    } else if !conflicts.isEmpty {
      let position = position(of: row, amongConflictsOf: key, rows, actors)
      if conflicts[key]?[position] == row { conflicts[key]?.remove(at: position) }
    }
    if !conflicts.isEmpty, conflicts[key]?.isEmpty == true { conflicts[key] = nil }
  }

  /// Returns the position of a row among the conflicts of a register.
  ///
  /// A row that is not a conflict gets the position at which it would be inserted.
  private func position(
    of row: RowIndex, amongConflictsOf key: RegisterKey, _ rows: RowTable, _ actors: ActorTable
  ) -> SortedIndices<RowIndex>.Position {
    conflicts[key, default: SortedIndices<RowIndex>()].firstPosition {
      !actors.precedes(rows[$0].id, rows[row].id)
    }
  }
}
