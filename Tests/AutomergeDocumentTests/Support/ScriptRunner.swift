import AutomergeDocument
import Foundation

/// Executes the scripts that the fixtures were made with.
struct ScriptRunner {
  private(set) var documents: [String: Document] = [:]
  /// The heads of each document at the time of its `save`, by the name of the file.
  private(set) var savedHeads: [String: [String]] = [:]
  /// What each `save` and `saveinc` wrote, by the name of the file.
  private(set) var saved: [String: [UInt8]] = [:]
  private var objects: [String: ObjId] = ["/": .ROOT]
  private var isLenient = false

  struct Fault: Error {
    let line: String
  }

  mutating func run(_ lines: [String]) throws {
    for line in lines {
      do {
        try run(line, line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
      } catch let error as AutomergeError where isLenient {
        _ = error
      }
    }
  }

  private mutating func run(_ line: String, _ words: [String]) throws {
    guard words.count > 1 else {
      isLenient = isLenient || line == "lenient"
      return
    }
    func word(_ place: Int) throws -> String {
      guard place < words.count else { throw Fault(line: line) }
      return words[place]
    }
    switch words[0] {
    case "new":
      documents[words[1]] = Document(actor: try unwrap(ActorId(try word(2))))
    case "fork":
      documents[words[2]] = try document(words[1]).fork(actor: try unwrap(ActorId(try word(3))))
    case "load":
      documents[words[1]] = try Document(Fixture.file("generated/\(try word(2))"))
    case "actor":
      try document(words[1]).actor = try unwrap(ActorId(try word(2)))
    case "merge":
      try document(words[1]).merge(other: try document(try word(2)))
    case "commit", "empty":
      let seconds = words.count > 2 ? Double(words[2]) ?? 0 : 0
      let date = Date(timeIntervalSince1970: seconds)
      let message = words.count > 3 ? try string(words[3]) : nil
      if words[0] == "empty" {
        try document(words[1]).commitEmpty(message: message, timestamp: date)
      } else {
        try document(words[1]).commitWith(message: message, timestamp: date)
      }
    case "save", "saveinc":
      let target = try document(words[1])
      savedHeads[try word(2)] = target.sortedHeads.map(\.description)
      saved[try word(2)] = Array(
        words[0] == "save" ? try target.save() : try target.encodeNewChanges())
    case "dump", "heads", "len": break
    default: try edit(line, words)
    }
  }

  private mutating func edit(_ line: String, _ words: [String]) throws {
    guard words.count > 3 else { throw Fault(line: line) }
    let target = try document(words[1])
    let object = try object(words[2], line)
    let key = try string(words[3])
    let index = UInt64(words[3])
    func rest(_ place: Int) -> String { place < words.count ? words[place] : "" }
    switch words[0] {
    case "put":
      try target.put(obj: object, key: key, value: try scalar(rest(4), rest(5)))
    case "ins":
      try target.insert(
        obj: object, index: try unwrap(index), value: try scalar(rest(4), rest(5)))
    case "set":
      let value = try scalar(rest(4), rest(5))
      // The program that ran the scripts made a `set` into an empty list an insertion.
      if index == 0, target.length(obj: object) == 0 {
        try target.insert(obj: object, index: try unwrap(index), value: value)
      } else {
        try target.put(obj: object, index: try unwrap(index), value: value)
      }
    case "putobj":
      objects[rest(5)] = try target.putObject(obj: object, key: key, ty: try type(rest(4)))
    case "insobj":
      objects[rest(5)] = try target.insertObject(
        obj: object, index: try unwrap(index), ty: try type(rest(4)))
    case "setobj":
      objects[rest(5)] = try target.putObject(
        obj: object, index: try unwrap(index), ty: try type(rest(4)))
    case "del": try target.delete(obj: object, key: key)
    case "ldel": try target.delete(obj: object, index: try unwrap(index))
    case "inc": try target.increment(obj: object, key: key, by: try unwrap(Int64(rest(4))))
    case "linc":
      try target.increment(
        obj: object, index: try unwrap(index), by: try unwrap(Int64(rest(4))))
    case "splice":
      // The version that ran the scripts deleted before it inserted.
      try target.spliceText(
        obj: object, start: try unwrap(index), delete: try unwrap(Int64(rest(4))))
      try target.spliceText(
        obj: object, start: try unwrap(index), delete: 0, value: try string(rest(5)))
    case "mark":
      let names: [String: ExpandMark] = [
        "none": .none, "after": .after, "before": .before, "both": .both,
      ]
      try target.mark(
        obj: object, start: try unwrap(index), end: try unwrap(UInt64(rest(4))),
        expand: try unwrap(names[rest(8)]), name: rest(5), value: try scalar(rest(6), rest(7)))
    default: throw Fault(line: line)
    }
  }

  func document(_ name: String) throws -> Document {
    guard let document = documents[name] else { throw Fault(line: name) }
    return document
  }

  private func object(_ name: String, _ line: String) throws -> ObjId {
    if let object = objects[name] { return object }
    // A lenient script goes on to use the names of objects that could not be made.
    guard isLenient else { throw Fault(line: line) }
    throw AutomergeError(.objectNotFound, name)
  }

  private func type(_ name: String) throws -> ObjType {
    let types: [String: ObjType] = ["map": .Map, "list": .List, "text": .Text]
    return try unwrap(types[name])
  }

  private func string(_ escaped: String) throws -> String {
    escaped == "%" ? "" : try unwrap(escaped.removingPercentEncoding)
  }

  private func scalar(_ type: String, _ text: String) throws -> ScalarValue {
    switch type {
    case "null": .Null
    case "bool": .Boolean(text == "true")
    case "int": .Int(try unwrap(Int64(text)))
    case "uint": .Uint(try unwrap(UInt64(text)))
    case "f64": .F64(try unwrap(Double(text)))
    case "str": .String(try string(text))
    case "bytes": .Bytes(Data(hexadecimal: text == "%" ? "" : text))
    case "counter": .Counter(try unwrap(Int64(text)))
    case "timestamp":
      .Timestamp(Date(timeIntervalSince1970: Double(try unwrap(Int64(text))) / 1000))
    default: throw Fault(line: type)
    }
  }
}
