import SchemaEncoding
import SchemaReading
import SchemaTestSupport
import Testing

/// L6: texts that are read while they arrive.
struct PartialReadingTests {
  /// Reads a text in pieces, and checks that nothing that was shown changes.
  ///
  /// - Returns: The reading, and the number of different snapshots.
  private func read(
    _ pieces: [String], _ reader: SchemaReader, _ name: String
  ) -> (reading: PartialReading, snapshots: Int) {
    let reading = reader.partialReading()
    var shown = reading.content
    var count = 0
    for piece in pieces {
      reading.append(piece)
      let next = reading.content
      #expect(shown.isBeginning(of: next), "\(name): \(shown) became \(next)")
      if shown != next || shown.shape != next.shape { count += 1 }
      shown = next
    }
    return (reading, count)
  }

  @Test func `L6: of each text cut at every character, nothing changes, and the end is the value`()
    throws
  {
    let collection = try TextCollection()
    var different: [String] = []
    var shownCount = 0
    for sample in collection.texts where sample.policy == .clear {
      let reader = try collection.reader(sample.schema)
      let (reading, snapshots) = read(sample.text.map { String($0) }, reader, "\(sample)")
      if snapshots > 1 { shownCount += 1 }
      guard let whole = try? reader.read(sample.text).content else {
        continue
      }
      let shown = reading.content
      guard let end = reading.complete(with: whole) else {
        different.append("\(sample.text)")
        continue
      }
      #expect(end == whole, "\(sample)")
      #expect(end.isComplete, "\(sample)")
      #expect(shown.isBeginning(of: end), "\(sample)")
    }
    // Their first name was shown, before a key said that another object holds the arguments. A
    // stream refuses them, since what was shown stays.
    #expect(
      different == [
        "<tool_call>\n"
          + #"{"name": "save", "arguments": {"name": "Ada", "age": 36}}"# + "\n</tool_call>",
        #"{"name":"save","arguments":"{\"name\": \"Ada\", \"age\": 36}"}"#,
      ])
    #expect(shownCount > 100)
  }

  @Test func `L6: valid texts are shown while they arrive, whatever the pieces`() throws {
    for seed in 0..<UInt64(tried(of: 120, oneIn: 4)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let reader = try SchemaReader(graph)
      var instances = RandomInstances(graph, seed: seed)
      for size in [1, 3, 50] {
        let text = instances.valid()
        guard let whole = try? reader.read(text).content else { continue }
        let scalars = Array(text.unicodeScalars)
        let pieces = stride(from: 0, to: scalars.count, by: size).map { start in
          var piece = String.UnicodeScalarView()
          piece.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
          return String(piece)
        }
        let (reading, _) = read(pieces, reader, "seed \(seed): \(text)")
        #expect(reading.complete(with: whole) == whole, "seed \(seed): \(text)")
      }
    }
  }

  @Test func `L6: strings grow, and mended parts appear when they are certain`() throws {
    let graph = try TextCollection().graph("recipe")
    let reading = PartialReading(graph, id: GenerationID())
    var shown: [String] = []
    func append(_ text: String) {
      reading.append(text)
      shown.append(reading.content.shape == .nothing ? "" : reading.content.jsonString)
    }
    append("Sure:\n```json\n{name: 'Red ")
    append("len")
    append("tils', \"minutes\": \"2")
    append("5\", \"difficulty\": \"Very")
    append(" Hard\", ingredients: [")
    append("{\"name\": \"rice\", \"amount\": .5},")
    append(" ]}\n```")
    #expect(
      shown == [
        #"{"name": "Red"}"#, #"{"name": "Red len"}"#, #"{"name": "Red lentils"}"#,
        #"{"name": "Red lentils", "minutes": 25}"#,
        #"{"name": "Red lentils", "minutes": 25, "difficulty": "very_hard", "ingredients": []}"#,
        #"{"name": "Red lentils", "minutes": 25, "difficulty": "very_hard", "#
          + #""ingredients": [{"name": "rice", "amount": 0.5}]}"#,
        #"{"name": "Red lentils", "minutes": 25, "difficulty": "very_hard", "#
          + #""ingredients": [{"name": "rice", "amount": 0.5}]}"#,
      ])
    #expect(reading.content.isComplete)
  }

  @Test func `L3: a value between words is not shown, and a draft is no beginning of the answer`()
    throws
  {
    let graph = try TextCollection().graph("person")
    let prose = PartialReading(graph, id: GenerationID())
    prose.append(#"Maybe {"name": "Ada", "age": 3}"#)
    #expect(prose.content.shape == .nothing)

    let draft = PartialReading(graph, id: GenerationID())
    draft.append(#"{"name": "Ada", "age": "three"} {"name": "Bob", "age": 3}"#)
    #expect(draft.content.property(named: "name")?.jsonString == "\"Ada\"")
    let answer = try GeneratedContent(json: #"{"name": "Bob", "age": 3}"#)
    #expect(draft.complete(with: answer) == nil)
  }

  @Test func `L6: an escape before a comma that may be no part of the string is not shown`() throws
  {
    // The comma ends the string, whose escape is one of a path.
    let text = #"{"title": "a\d\tb, "body": "x"}"#
    let reader = try TextCollection().reader("note")
    let whole = try reader.read(text).content
    #expect(whole.property(named: "title")?.text == #"a\d\tb"#)
    let reading = read(text.map { String($0) }, reader, text).reading
    #expect(reading.content.property(named: "title")?.text == #"a\d"#)
    #expect(reading.complete(with: whole) == whole)
  }

  @Test(arguments: [
    ("path", #"{"path":"C:\temp\new"}"#), ("path", #"{"path":"C:\temp\new","pattern":"*"}"#),
    ("note", #"{"title":"C:\text","body":"x"}"#), ("maps", #"{"C:\temp\new":"x","y":"z"}"#),
    ("tags", #"["C:\temp\new"]"#),
  ])
  func `L6: a valid text whose backslashes look like those of a path has the value of its JSON`(
    schema: String, text: String
  ) throws {
    let reader = try TextCollection().reader(schema)
    let whole = try reader.read(text)
    #expect(whole.mends.isEmpty)
    for size in [1, text.count] {
      let characters = Array(text)
      let pieces = stride(from: 0, to: characters.count, by: size).map {
        String(characters[$0..<min($0 + size, characters.count)])
      }
      let (reading, _) = read(pieces, reader, text)
      #expect(reading.complete(with: whole.content) == whole.content)
    }
  }
}

extension GeneratedContent {
  /// `true` if other content begins with everything in this one.
  fileprivate func isBeginning(of other: GeneratedContent) -> Bool {
    if shape == .nothing { return true }
    guard shape == other.shape else { return false }
    if isComplete { return self == other && other.isComplete }
    switch shape {
    case .string: return (other.text ?? "").utf8.starts(with: (text ?? "").utf8)
    case .array:
      let (mine, others) = (Array(elements), Array(other.elements))
      return mine.count <= others.count && zip(mine, others).allSatisfy { $0.isBeginning(of: $1) }
    case .object:
      let (mine, others) = (Array(properties), Array(other.properties))
      return mine.count <= others.count
        && zip(mine, others).allSatisfy {
          $0.name == $1.name && $0.content.isBeginning(of: $1.content)
        }
    default: return self == other
    }
  }
}
