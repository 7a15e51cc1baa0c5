import Foundation

@testable import AutomergeDocument

/// The content of a document as plain maps, lists and texts, to which patches can be applied.
struct PlainTree: Equatable {
  /// The part of a text that has one index: a unit, or a unit of an object.
  struct Unit: Equatable {
    let text: String
    var object: Value?
    var marks: [String: Value] = [:]
  }

  enum Container: Equatable {
    case map([Prop: Value])
    case list([Value])
    case text([Unit])

    init(_ type: ObjType) {
      switch type {
      case .Map: self = .map([:])
      case .List: self = .list([])
      case .Text: self = .text([])
      }
    }
  }

  struct Fault: Error {
    let patch: Patch
  }

  private(set) var containers: [ObjId: Container] = [.ROOT: .map([:])]
  private let encoding: TextEncoding

  init(encoding: TextEncoding) { self.encoding = encoding }

  /// Reads the content of a document; `heads` is `nil` for the current state.
  init(_ document: Document, heads: Set<ChangeHash>? = nil) throws {
    encoding = document.textEncoding
    var objects: [(ObjId, ObjType)] = [(.ROOT, .Map)]
    while let (object, type) = objects.popLast() {
      var values: [Value]
      switch type {
      case .Map:
        let entries =
          if let heads {
            try document.mapEntriesAt(obj: object, heads: heads)
          } else { try document.mapEntries(obj: object) }
        values = entries.map(\.1)
        let pairs = entries.map { (Prop.Key($0.0), $0.1) }
        containers[object] = .map(Dictionary(uniqueKeysWithValues: pairs))
      case .List, .Text:
        values =
          if let heads {
            try document.valuesAt(obj: object, heads: heads)
          } else { try document.values(obj: object) }
        if type == .List {
          containers[object] = .list(values)
        } else {
          var units = values.flatMap(units)
          let marks =
            if let heads {
              try document.marksAt(obj: object, heads: heads)
            } else { try document.marks(obj: object) }
          for mark in marks { Self.set(mark, in: &units) }
          containers[object] = .text(units)
        }
      }
      for case .Object(let child, let type) in values { objects.append((child, type)) }
    }
  }

  private func units(of text: String) -> [Unit] {
    let texts: [String] =
      switch encoding {
      case .unicodeScalar: text.unicodeScalars.map { "\($0.value)" }
      case .utf8: text.utf8.map { "\($0)" }
      case .utf16: text.utf16.map { "\($0)" }
      case .graphemeCluster: text.map { String($0) }
      }
    return texts.map { Unit(text: $0) }
  }

  private func units(of value: Value) -> [Unit] {
    switch value {
    case .Scalar(.String(let text)): return units(of: text)
    case .Scalar: return units(of: "\u{FFFC}")
    case .Object:
      return units(of: "\u{FFFC}").enumerated().map { place, unit in
        Unit(text: unit.text, object: place == 0 ? value : nil)
      }
    }
  }

  private static func set(_ mark: Mark, in units: inout [Unit]) {
    for index in Int(mark.start)..<Int(mark.end) {
      units[index].marks[mark.name] = mark.value == .Scalar(.Null) ? nil : mark.value
    }
  }

  /// Removes the containers that nothing refers to.
  private mutating func clean() {
    var kept: [ObjId: Container] = [:]
    var open = [ObjId.ROOT]
    while let object = open.popLast() {
      guard let container = containers[object] else { continue }
      kept[object] = container
      for case .Object(let child, _) in Self.values(of: container) { open.append(child) }
    }
    containers = kept
  }

  private static func values(of container: Container) -> [Value] {
    switch container {
    case .map(let values): Array(values.values)
    case .list(let values): values
    case .text(let units): units.compactMap(\.object)
    }
  }

  mutating func apply(_ patches: [Patch]) throws {
    for patch in patches { try apply(patch) }
    clean()
  }

  private mutating func apply(_ patch: Patch) throws {
    let fault = Fault(patch: patch)
    let object: ObjId
    switch patch.action {
    case .Put(let obj, let prop, let value):
      object = obj
      try set(prop, of: obj, fault) { $0 = value }
      add(value)
    case .Increment(let obj, let prop, let amount):
      object = obj
      try set(prop, of: obj, fault) { old in
        guard case .Scalar(.Counter(let count))? = old else { throw fault }
        old = .Scalar(.Counter(count + amount))
      }
    case .DeleteMap(let obj, let key):
      object = obj
      try set(.Key(key), of: obj, fault) { old in
        guard old != nil else { throw fault }
        old = nil
      }
    case .Conflict(let obj, let prop):
      object = obj
      try set(prop, of: obj, fault) { old in
        guard old != nil else { throw fault }
      }
    case .DeleteSeq(let deletion):
      object = deletion.obj
      let range = Int(deletion.index)..<Int(deletion.index + deletion.length)
      switch containers[object] {
      case .list(var values)? where range.upperBound <= values.count:
        values.removeSubrange(range)
        containers[object] = .list(values)
      case .text(var units)? where range.upperBound <= units.count:
        units.removeSubrange(range)
        containers[object] = .text(units)
      default: throw fault
      }
    case .Insert(let obj, let index, let values, let marks):
      object = obj
      switch containers[object] {
      case .list(var list)? where index <= list.count && marks.isEmpty:
        list.insert(contentsOf: values, at: Int(index))
        containers[object] = .list(list)
      case .text: try insert(values.flatMap(units), at: index, marks, in: object, fault)
      default: throw fault
      }
      for value in values { add(value) }
    case .SpliceText(let obj, let index, let text, let marks):
      object = obj
      try insert(units(of: text), at: index, marks, in: object, fault)
    case .Marks(let obj, let marks):
      object = obj
      guard case .text(var units)? = containers[obj], !marks.isEmpty,
        marks.allSatisfy({ $0.start < $0.end && $0.end <= units.count })
      else { throw fault }
      for mark in marks { Self.set(mark, in: &units) }
      containers[obj] = .text(units)
    }
    try checkPath(of: object, patch)
  }

  private mutating func add(_ value: Value) {
    if case .Object(let object, let type) = value { containers[object] = Container(type) }
  }

  private mutating func set(
    _ prop: Prop, of object: ObjId, _ fault: Fault, _ change: (inout Value?) throws -> Void
  ) throws {
    switch (containers[object], prop) {
    case (.map(var values)?, .Key):
      try change(&values[prop])
      containers[object] = .map(values)
    case (.list(var values)?, .Index(let index)) where index < values.count:
      var value = Optional(values[Int(index)])
      try change(&value)
      guard let value else { throw fault }
      values[Int(index)] = value
      containers[object] = .list(values)
    default: throw fault
    }
  }

  private mutating func insert(
    _ units: [Unit], at index: UInt64, _ marks: [String: Value], in object: ObjId, _ fault: Fault
  ) throws {
    guard case .text(var text)? = containers[object], index <= text.count, !units.isEmpty else {
      throw fault
    }
    let marked = units.map { Unit(text: $0.text, object: $0.object, marks: marks) }
    text.insert(contentsOf: marked, at: Int(index))
    containers[object] = .text(text)
  }

  /// Checks that the path of a patch leads to its object.
  private func checkPath(of object: ObjId, _ patch: Patch) throws {
    var place = ObjId.ROOT
    for step in patch.path {
      guard step.obj == place, case .Object(let next, _)? = value(at: step) else {
        throw Fault(patch: patch)
      }
      place = next
    }
    guard place == object else { throw Fault(patch: patch) }
  }

  private func value(at step: PathElement) -> Value? {
    switch (containers[step.obj], step.prop) {
    case (.map(let values)?, .Key): values[step.prop]
    case (.list(let values)?, .Index(let index)) where index < values.count: values[Int(index)]
    case (.text(let units)?, .Index(let index)) where index < units.count:
      units[Int(index)].object
    default: nil
    }
  }
}
