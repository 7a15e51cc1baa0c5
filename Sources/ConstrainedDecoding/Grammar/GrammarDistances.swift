import IndexedTables

/// The distance from each place of a grammar to the end of a text: the smallest number of bytes
/// that complete the text, if each byte is a token.
///
/// Only bytes that are tokens by themselves are used. So a text can always be completed with as
/// many tokens as its distance, and a token budget is always sufficient.
struct GrammarDistances: Sendable {
  private let nodes: [Distance]
  private let states: [Distance]
  private let missing: [Distance]
  /// The largest distance of all places in all texts.
  ///
  /// It is infinite if it is not known, for example if values contain themselves.
  let greatest: Distance
  /// An upper bound of the bytes by which reading one byte can increase the distance.
  let longestStep: Distance

  init(_ layout: GrammarLayout) {
    var search = DistanceSearch(layout)
    search.run()
    (nodes, states, missing) = (search.nodes, search.states, search.missing)
    greatest =
      layout.start.kind == .value
      ? search.greatestDistance(of: layout.start.node)
      : layout.leaves[layout.start.leaf].longest
    longestStep = search.longestStep
  }

  /// The length of a node's shortest value in bytes.
  subscript(node: EntryIndex<GrammarTables.Node>) -> Distance { nodes[node.value] }

  /// The distance from the end of a property to the end of the object in a state.
  ///
  /// If properties come in any order, the distance does not include missing required properties.
  subscript(state: EntryIndex<GrammarTables.ObjectState>) -> Distance { states[state.value] }

  /// The length of a required property with its comma, if properties come in any order; otherwise
  /// 0.
  ///
  /// The length is added to the distance while the property is missing.
  subscript(missing property: EntryIndex<GrammarTables.Property>) -> Distance {
    missing[property.value]
  }

  var byteCount: Int { nodes.byteCount + states.byteCount + missing.byteCount }
}

private struct DistanceSearch {
  private typealias Container = GrammarContainer<GrammarTables.Object, GrammarTables.Array>
  private typealias ContainerTable<Entry> = GrammarContainerTable<
    GrammarTables.Object, GrammarTables.Array, Entry
  >

  /// The nodes and containers that refer to each other.
  private struct References {
    /// For each node, the objects and arrays that contain its values.
    var users: [[Container]]
    /// For each object and array, the nodes that have it as a form.
    var holders: ContainerTable<[EntryIndex<GrammarTables.Node>]>
  }

  private let layout: GrammarLayout
  private(set) var nodes: [Distance]
  private(set) var states: [Distance]
  private(set) var missing: [Distance]

  init(_ layout: GrammarLayout) {
    self.layout = layout
    nodes = Array(repeating: .infinite, count: layout.nodes.count)
    states = Array(repeating: .infinite, count: layout.objects.states.count)
    missing = Array(repeating: 0, count: layout.objects.properties.count)
  }

  /// - Complexity: O(*n*) in the size of the tables, except for values that contain themselves.
  ///   Such a value is computed again each time a nested value becomes shorter.
  mutating func run() {
    let references = references()
    let groups = Self.groups(references)
    var members = [[EntryIndex<GrammarTables.Node>]](repeating: [], count: groups.count)
    for index in nodes.indices.reversed() { members[groups[index]].append(EntryIndex(index)) }
    /// The objects and arrays whose distances must be computed before the nodes that have them as
    /// forms.
    var isStale = references.holders.map { _ in true }
    var isDue = [Bool](repeating: true, count: nodes.count)
    // A node has a larger group number than the nodes it leads to, so groups are visited in
    // descending order, and a value comes after its parts.
    for (group, var due) in members.enumerated().reversed() {
      while !due.isEmpty {
        var next: [EntryIndex<GrammarTables.Node>] = []
        for index in due {
          isDue[index.value] = false
          let distance = shortestForm(of: layout.nodes[index], &isStale)
          guard distance < nodes[index.value] else { continue }
          nodes[index.value] = distance
          for container in references.users[index.value] where !isStale[container] {
            isStale[container] = true
            for holder in references.holders[container]
            where groups[holder.value] == group && !isDue[holder.value] {
              isDue[holder.value] = true
              next.append(holder)
            }
          }
        }
        due = next
      }
    }
  }

  /// Returns the group of each node.
  ///
  /// In the graph of dependencies, a node leads to the objects and arrays that contain it, and an
  /// object or array leads to the nodes that have it as a form. Nodes that lead to each other have
  /// the same group.
  ///
  /// - Returns: The number of each node's group, followed by those of the objects and arrays. A
  ///   group has a larger number than the groups it leads to.
  private static func groups(_ references: References) -> [Int] {
    let (users, holders) = (references.users, references.holders)
    return ComponentSearch.components(among: users.count + holders.entries.count) { thing in
      thing < users.count
        ? users[thing].map { users.count + holders.position(of: $0) }
        : holders.entries[thing - users.count].map(\.value)
    }
  }

  private func references() -> References {
    var references = References(
      users: Array(repeating: [], count: nodes.count),
      holders: ContainerTable(
        repeating: [], objectCount: layout.objects.count, arrayCount: layout.arrays.count))
    for index in 0..<layout.objects.count {
      let index = EntryIndex<GrammarTables.Object>(index)
      let object = layout.objects[index]
      for property in layout.objects.properties[object.properties] {
        references.users[property.node.value].append(.object(index))
      }
      for name in layout.objects.names[object.names] {
        references.users[name.node.value].append(.object(index))
      }
      if let node = object.additional { references.users[node.value].append(.object(index)) }
    }
    for (index, array) in layout.arrays.enumerated() {
      for node in layout.prefixes[array.prefix] + [array.rest].compactMap(\.self) {
        references.users[node.value].append(.array(EntryIndex(index)))
      }
    }
    for (index, node) in layout.nodes.enumerated() {
      for form in layout.forms[node.forms] {
        guard let container = container(of: form) else { continue }
        references.holders[container].append(EntryIndex(index))
      }
    }
    return references
  }

  /// Returns the object or the array of a form; `nil` if the form contains no values.
  private func container(of form: GrammarTables.Form) -> Container? {
    switch form.kind {
    case .leaf, .counted, .text: nil
    case .object(let state): .object(layout.objects.states[state].object)
    case .array(let array): .array(array)
    }
  }

  /// Returns the length of the shortest form of a node.
  ///
  /// Computes the distances of its stale objects first.
  private mutating func shortestForm(
    of node: GrammarTables.Node, _ isStale: inout ContainerTable<Bool>
  ) -> Distance {
    var shortest = Distance.infinite
    for form in layout.forms[node.forms] {
      if let container = container(of: form), isStale[container] {
        isStale[container] = false
        if case .object(let object) = container { findDistances(of: object) }
      }
      shortest = min(shortest, distance(of: form))
    }
    return shortest
  }

  private func distance(of form: GrammarTables.Form) -> Distance {
    switch form.kind {
    case .leaf(let leaf): return layout.leaves.start(of: leaf).distance
    case .counted(let counter):
      let counter = layout.counters[counter]
      return byteDistance("\"") + counter.distance(counter.start, 0, content: StringContent.start)
    case .text(let need, _):
      return byteDistance("\"") + byteDistance("\"") + characterDistance * need
    case .object(let index):
      let state = layout.objects.states[index]
      if state.canClose { return byteDistance("{") + byteDistance("}") }
      // No comma and no blank precede the first property.
      return byteDistance("{") + states[index.value]
        + missingDistance(of: layout.objects[state.object])
        - 1 - blankDistance
    case .array(let index):
      let array = layout.arrays[index]
      var distance = byteDistance("[") + byteDistance("]")
      for position in 0..<array.minimum {
        if position >= array.prefix.count {
          let rest = array.rest.map { nodes[$0.value] } ?? .infinite
          distance +=
            rest * (array.minimum - position)
            + (byteDistance(",") + blankDistance) * (array.minimum - max(position, 1))
          break
        }
        let node = layout.prefixes[array.prefix[position]]
        distance += nodes[node.value]
        if position > 0 { distance += byteDistance(",") + blankDistance }
      }
      return distance
    }
  }

  /// Computes the distance from the end of a property to the end of the object, for each state.
  private mutating func findDistances(of index: EntryIndex<GrammarTables.Object>) {
    let object = layout.objects[index]
    guard object.remainingPlaceCount == 0 else { return findUnorderedDistances(of: object) }
    let (first, stride) = (object.states.numbers.lowerBound, object.countStride)
    let frame = propertyFrame
    // For each count of properties, the shortest distance if a declared property comes next, and if
    // an undeclared property comes next. An undeclared property comes after all declared ones.
    var declared = [Distance](repeating: .infinite, count: stride)
    var undeclared = declared
    for position in (0...object.properties.count).reversed() {
      for count in (0..<stride).reversed() {
        let state = layout.objects.states[first + position * stride + count]
        if position == object.properties.count {
          undeclared[count] =
            state.additionalNext.map {
              frame + undeclaredDistance(object) + states[$0.value]
            } ?? .infinite
        } else {
          let property = layout.objects.properties[object.properties[position]]
          if !property.isOptional { declared[count] = .infinite }
          if layout.objects.contains(position, state.allowed) {
            let next = first + (position + 1) * stride + min(count + 1, stride - 1)
            declared[count] = min(
              declared[count],
              frame + Distance(property.nameLength) + nodes[property.node.value] + states[next])
          }
        }
        states[first + position * stride + count] =
          state.canClose
          ? byteDistance("}")
          : min(declared[count], state.additionalNext != nil ? undeclared[count] : .infinite)
      }
    }
  }

  /// Returns the smallest length of the name and the value of an undeclared property.
  private func undeclaredDistance(_ object: GrammarTables.Object) -> Distance {
    var best = Distance.infinite
    if let additional = object.additional {
      // This is the length of some undeclared name. A shorter name may exist, but the distance only
      // has to be an upper bound.
      best = freeNameDistance(object) + nodes[additional.value]
    }
    for name in layout.objects.names(of: object) {
      let rest = layout.leaves[name.leaf].state(name.state).distance
      best = min(best, rest + nodes[name.node.value])
    }
    return best
  }

  /// Computes the distances of an object whose properties come in any order, without its missing
  /// required properties.
  private mutating func findUnorderedDistances(of object: GrammarTables.Object) {
    // The length of the longest optional property, because shorter ones may already be used.
    var optional: Distance = 0
    let allowed = layout.objects.states[object.states[0]].allowed
    for property in 0..<object.properties.count {
      let entry = layout.objects.properties[object.properties[property]]
      let distance = propertyFrame + Distance(entry.nameLength) + nodes[entry.node.value]
      if !entry.isOptional {
        missing[object.properties[property].value] = distance
      } else if layout.objects.contains(property, allowed) {
        optional = max(optional, distance)
      }
    }
    let undeclared = propertyFrame + undeclaredDistance(object)
    let required = layout.objects.properties[object.properties].count { !$0.isOptional }
    for state in object.states.numbers {
      let entry = layout.objects.states[state]
      // The number of needed properties that are not required ones.
      let further =
        object.minimumCount - Int(entry.count) - (required - Int(entry.requiredCount))
      states[state] =
        byteDistance("}") + (entry.additionalNext != nil ? undeclared : optional) * max(further, 0)
    }
  }

  /// Returns the total length of an object's required properties, if properties come in any order.
  private func missingDistance(of object: GrammarTables.Object) -> Distance {
    missing[object.properties.numbers].reduce(0, +)
  }

  /// The bytes of a property except its name and value.
  private var propertyFrame: Distance {
    byteDistance(",") + blankDistance + byteDistance("\"") + byteDistance(":") + blankDistance
  }

  // MARK: Bounds

  /// Returns the largest distance of all places within the values of a node.
  ///
  /// - Returns: The distance. It is infinite if it is not known, for example if values contain
  ///   themselves.
  /// - Complexity: O(*n*) in the size of the tables: each node is visited once, after the nodes of
  ///   its nested values.
  func greatestDistance(of root: EntryIndex<GrammarTables.Node>) -> Distance {
    let references = references()
    var greatest = [Distance](repeating: .infinite, count: nodes.count)
    /// The largest distance of the values in each object and array.
    var inside = references.holders.map { _ in 0 as Distance }
    var unknownValues = references.holders.map { _ in 0 }
    for container in references.users.joined() { unknownValues[container] += 1 }
    var unknownForms = [Int](repeating: 0, count: nodes.count)
    for (nodes, count) in zip(references.holders.entries, unknownValues.entries) where count > 0 {
      for node in nodes { unknownForms[node.value] += 1 }
    }
    var due = nodes.indices.filter { unknownForms[$0] == 0 }
    while let index = due.popLast() {
      let node = layout.nodes[index]
      greatest[index] = layout.forms[node.forms]
        .reduce(nodes[index]) { max($0, greatestDistance(of: $1, inside)) }
      for container in references.users[index] {
        inside[container] = max(inside[container], greatest[index])
        unknownValues[container] -= 1
        guard unknownValues[container] == 0 else { continue }
        for holder in references.holders[container] {
          unknownForms[holder.value] -= 1
          if unknownForms[holder.value] == 0 { due.append(holder.value) }
        }
      }
    }
    return greatest[root.value]
  }

  /// Returns the largest distance within a form, given the largest distance within each object and
  /// array.
  private func greatestDistance(
    of form: GrammarTables.Form, _ inside: ContainerTable<Distance>
  ) -> Distance {
    // An upper bound for the punctuation and the rest of a character or of an undeclared name.
    let frame: Distance = 32
    switch form.kind {
    case .leaf(let leaf): return layout.leaves[leaf].longest
    case .counted(let counter):
      let counter = layout.counters[counter]
      return counter.isSpelled ? counter.longestDistance : .infinite
    case .text(let need, _): return frame + Distance(need)
    case .object(let state):
      let index = layout.objects.states[state].object
      let object = layout.objects[index]
      let rest = states[object.states.numbers].reduce(0) { max($0, $1) }
      let declared = layout.objects.properties[object.properties]
        .reduce(0) { max($0, Distance($1.nameLength)) }
      let name = layout.objects.names(of: object)
        .reduce(declared) { max($0, layout.leaves[$1.leaf].longest) }
      return frame + rest + missingDistance(of: object) + name + inside[.object(index)]
    case .array(let array):
      return frame + distance(of: form) + inside[.array(array)]
    }
  }

  /// An upper bound of the increase of the distance by one byte: the sum of the largest distances
  /// of all kinds of places, because one byte can leave one place and enter another.
  var longestStep: Distance {
    func longest(_ distances: some Sequence<Distance>) -> Distance {
      distances.reduce(0) { $1.isInfinite ? $0 : max($0, $1) }
    }
    // Quotes, commas, colons and brackets between these places.
    let punctuation: Distance = 8
    return punctuation + longest(nodes) + layout.leaves.longestDistance
      + longest(states) + longest(layout.counters.lazy.map(\.longestDistance))
      + longest(layout.objects.properties.lazy.map { Distance($0.nameLength) })
  }

  /// Returns the length of an undeclared name with its closing quote.
  private func freeNameDistance(_ object: GrammarTables.Object) -> Distance {
    let keyNodes = layout.objects.keyNodes
    let root = keyNodes[object.keyRoot]
    let declaresEmpty = keyNodes[root.children].contains { $0.property != nil }
    return byteDistance("\"") + (declaresEmpty ? characterDistance * 2 : 0)
  }

  // MARK: Bytes

  /// Returns the distance of a character's byte: 1 if the byte is a token, otherwise infinite.
  private func byteDistance(_ character: Unicode.Scalar) -> Distance {
    layout.singleBytes.contains(UInt8(truncatingIfNeeded: character.value)) ? 1 : .infinite
  }

  private var blankDistance: Distance {
    layout.blanksAfter == Blanks.oneSpace ? byteDistance(" ") : 0
  }

  /// The length of the shortest character in a string.
  private var characterDistance: Distance {
    let content = StringContent.shared
    let hasCharacter = (0x20...0x7E as ClosedRange<UInt8>).contains {
      content.step(StringContent.start, $0) == StringContent.start
        && layout.singleBytes.contains($0)
    }
    return hasCharacter ? 1 : .infinite
  }
}
