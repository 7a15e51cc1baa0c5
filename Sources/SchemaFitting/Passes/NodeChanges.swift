/// The changes of the nodes of a graph.
struct NodeChanges {
  /// The change of a node, in few bytes, since there is one for each node.
  private struct Change: BitwiseCopyable {
    /// The number of the way back for its values, or -1.
    var inverse: Int32 = -1

    /// The node to which the content has moved, and in which pass.
    var movedTo: Int32 = -1
    var movedIn: Int32 = -1

    var absence: AnswerMapping.Absence?
    var isRenamed = false
    var holdsEntries = false
    var isMade = false
  }

  /// The changes of all nodes; none as long as nothing has changed.
  private var list: [Change] = []

  /// The inverses, by number.
  private var inverses: [Inverse] = []

  /// The names that renamed properties are declared with.
  private var names: [Int: String] = [:]

  /// Indicates whether nothing has changed.
  var isEmpty: Bool { list.isEmpty }

  var indices: Range<Int> { list.indices }

  // MARK: Reading

  /// The way back for the values of a node; `nil` if they have the same form, apart from their
  /// parts.
  func inverse(of node: Int) -> Inverse? {
    guard !isEmpty, list[node].inverse >= 0 else { return nil }
    return inverses[Int(list[node].inverse)]
  }

  /// The form in which an answer says that a property is absent; `nil` if that has not changed.
  func absence(of property: Int) -> AnswerMapping.Absence? {
    isEmpty ? nil : list[property].absence
  }

  /// The declared name of a property that has another one; `nil` for others.
  func declaredName(of property: Int) -> String? {
    !isEmpty && list[property].isRenamed ? names[property] : nil
  }

  /// Indicates whether a property has the entries for all those that the object does not name.
  func holdsEntries(_ property: Int) -> Bool { !isEmpty && list[property].holdsEntries }

  /// Indicates whether a pass made the node, which wraps a declared one or is a part of the
  /// wrapper.
  func isMade(_ node: Int) -> Bool { !isEmpty && list[node].isMade }

  /// Indicates whether the values of a node have another form.
  func isChanged(_ node: Int) -> Bool { !isEmpty && list[node].inverse >= 0 }

  /// Indicates whether an object has a property in another way.
  func isChangedProperty(_ node: Int) -> Bool {
    !isEmpty && (list[node].absence != nil || list[node].isRenamed || list[node].holdsEntries)
  }

  /// The place of a node whose content may have moved in a pass.
  func place(of node: Int, in pass: Int32) -> Int {
    var node = node
    while !isEmpty, list[node].movedIn == pass { node = Int(list[node].movedTo) }
    return node
  }

  // MARK: Changing

  /// Begins the changes of some nodes; others are appended.
  mutating func begin(_ count: Int) {
    list = Array(repeating: Change(), count: count)
    list.reserveCapacity(2 * count)
  }

  mutating func append(isMade: Bool = false) {
    list.append(Change())
    list[list.count - 1].isMade = isMade
  }

  mutating func remove(_ node: Int) { list[node] = Change() }

  mutating func setInverse(of node: Int, _ inverse: Inverse?) {
    list[node].inverse = -1
    guard let inverse else { return }
    list[node].inverse = Int32(truncatingIfNeeded: inverses.count)
    inverses.append(inverse)
  }

  mutating func setAbsence(of property: Int, _ absence: AnswerMapping.Absence) {
    list[property].absence = absence
  }

  mutating func setHoldsEntries(_ property: Int) { list[property].holdsEntries = true }

  /// Notes the declared name of a property that is renamed, unless it has been renamed before.
  mutating func setDeclaredName(of property: Int, _ name: String) {
    guard !list[property].isRenamed else { return }
    list[property].isRenamed = true
    names[property] = name
  }

  /// Copies what has changed of a node, and if it is a property, how the object has it.
  mutating func copy(_ source: Int, to target: Int, isProperty: Bool) {
    list[target].inverse = list[source].inverse
    list[target].isMade = list[source].isMade
    guard isProperty else { return }
    list[target].absence = list[source].absence
    list[target].isRenamed = list[source].isRenamed
    if list[source].isRenamed { names[target] = names[source] }
    list[target].holdsEntries = list[source].holdsEntries
  }

  /// Notes that the content of a node has moved, so that it has no declared values any more.
  mutating func move(_ source: Int, to target: Int, in pass: Int32) {
    list[source].inverse = -1
    list[source].isMade = true
    // The root keeps its place.
    guard source > 0 else { return }
    list[source].movedTo = Int32(truncatingIfNeeded: target)
    list[source].movedIn = pass
  }
}
