import AutomergeDocument
import Foundation
import Testing

/// An edit of each kind, for a document of ``UndoneEdit/document()``.
struct UndoneEdit: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let perform: @Sendable (Document) throws -> Void

  private init(_ name: String, _ perform: @escaping @Sendable (Document) throws -> Void) {
    testDescription = name
    self.perform = perform
  }

  static let long = ScalarValue.String("a string that is too long for its row")

  /// Returns a document of two replicas with values of all kinds, concurrent values and a change
  /// that waits.
  ///
  /// The actor of the document has made no change yet.
  static func document() throws -> Document {
    let document = Document(actor: ActorId(bytes: [1]))
    try document.put(obj: .ROOT, key: "title", value: long)
    let map = try document.putObject(obj: .ROOT, key: "map", ty: .Map)
    try document.put(obj: map, key: "inner", value: .Int(1))
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.splice(
      obj: list, start: 0, delete: 0, values: [.Int(1), .Counter(2), long, .Null])
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "Hello, world")
    try document.mark(
      obj: text, start: 2, end: 5, expand: .both, name: "bold", value: .Boolean(true))
    let other = try document.fork(actor: ActorId(bytes: [2]))
    for (replica, number) in [(document, 10), (other, 20)] as [(Document, Int64)] {
      try replica.put(obj: .ROOT, key: "title", value: .Int(number))
      try replica.put(obj: .ROOT, key: "count", value: .Counter(number))
      try replica.increment(obj: .ROOT, key: "count", by: 1)
      try replica.put(obj: list, index: 0, value: .Int(number))
    }
    try document.merge(other: other)
    // The last string is a key, so the table of keys has room for all strings, as after undoing.
    try document.put(obj: .ROOT, key: "last", value: long)
    try document.commitWith()
    var missing = CraftedChange()
    missing.message = "missing"
    var waiting = CraftedChange(settingKeys: ["waiting"])
    waiting.actor = [3]
    waiting.dependencies = [missing.hash]
    try document.applyEncodedChanges(encoded: waiting.chunk)
    document.actor = ActorId(bytes: [4])
    return document
  }

  /// Returns the object under a key of the root.
  static func object(_ key: String, of document: Document) throws -> ObjId {
    let value = try document.get(obj: .ROOT, key: key)
    guard case .Object(let object, _)? = value else {
      throw AutomergeError(.objectNotFound, "There is no object under \(key).")
    }
    return object
  }

  static let all = maps + lists + texts

  private static let maps = [
    UndoneEdit("a value under a new key") {
      try $0.put(obj: .ROOT, key: "new", value: long)
      try $0.put(obj: .ROOT, key: "new", value: .Counter(1))
      try $0.increment(obj: .ROOT, key: "new", by: 2)
    },
    UndoneEdit("a value for concurrent ones") { try $0.put(obj: .ROOT, key: "title", value: long) },
    UndoneEdit("a value for an object") { try $0.put(obj: .ROOT, key: "text", value: .Null) },
    UndoneEdit("a new map") {
      let map = try $0.putObject(obj: .ROOT, key: "new", ty: .Map)
      for key in ["inner", "innermost", "title"] { try $0.put(obj: map, key: key, value: long) }
      try $0.put(obj: object("map", of: $0), key: "innermost", value: .Int(2))
    },
    UndoneEdit("an object for concurrent values") {
      let list = try $0.putObject(obj: .ROOT, key: "title", ty: .List)
      try $0.insert(obj: list, index: 0, value: long)
    },
    UndoneEdit("a deletion of concurrent values") { try $0.delete(obj: .ROOT, key: "title") },
    UndoneEdit("a deletion of an object") { try $0.delete(obj: .ROOT, key: "list") },
    UndoneEdit("an increment of concurrent counters") {
      try $0.increment(obj: .ROOT, key: "count", by: 3)
      try $0.increment(obj: .ROOT, key: "count", by: 4)
    },
  ]

  private static let lists = [
    UndoneEdit("a value for an element") {
      let list = try object("list", of: $0)
      for index in [0, 1, 2] as [UInt64] { try $0.put(obj: list, index: index, value: .Null) }
      try $0.put(obj: list, index: 0, value: long)
    },
    UndoneEdit("an object for an element") {
      let map = try $0.putObject(obj: object("list", of: $0), index: 2, ty: .Map)
      try $0.put(obj: map, key: "new", value: .Int(1))
    },
    UndoneEdit("an insertion") {
      let list = try object("list", of: $0)
      try $0.insert(obj: list, index: 0, value: long)
      let text = try $0.insertObject(obj: list, index: 5, ty: .Text)
      try $0.spliceText(obj: text, start: 0, delete: 0, value: "new")
    },
    UndoneEdit("a deletion of elements") {
      let list = try object("list", of: $0)
      try $0.delete(obj: list, index: 0)
      try $0.delete(obj: list, index: 2)
    },
    UndoneEdit("an increment of an element") {
      try $0.increment(obj: object("list", of: $0), index: 1, by: 4)
    },
    UndoneEdit("a splice") {
      let list = try object("list", of: $0)
      try $0.splice(obj: list, start: 1, delete: 2, values: [long, .Counter(1), .Null])
      try $0.splice(obj: list, start: 3, delete: -2, values: [.Int(4)])
    },
  ]

  private static let texts = [
    UndoneEdit("a splice of text") {
      let text = try object("text", of: $0)
      try $0.spliceText(obj: text, start: 3, delete: 4, value: "new")
      try $0.spliceText(obj: text, start: 5, delete: -5, value: "")
    },
    UndoneEdit("a long text") {
      let text = String(repeating: "long ", count: 80)
      try $0.spliceText(obj: object("text", of: $0), start: 3, delete: 2, value: text)
    },
    UndoneEdit("an update of text") {
      try $0.updateText(obj: object("text", of: $0), value: "Help, w\u{F6}rld!")
    },
    UndoneEdit("a mark") {
      try $0.mark(
        obj: object("text", of: $0), start: 1, end: 7, expand: .after, name: "link", value: long)
    },
    UndoneEdit("the removal of a mark") {
      try $0.mark(
        obj: object("text", of: $0), start: 0, end: 12, expand: .none, name: "bold", value: .Null)
    },
  ]
}
