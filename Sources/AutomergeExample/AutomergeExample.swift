import AutomergeCoding
import AutomergeDocument
import SchemaContent

/// Two replicas of one document in the terminal: a model's answer arrives in one, while a person
/// edits the other, and both merge after each step.
@main
enum AutomergeExample {
  static let answer = #"{"title": "Tomato soup", "steps": ["Chop the onions", "Cook", "Serve"]}"#

  static func main() throws { try run { print($0) } }

  /// Runs the scene, and prints it line by line.
  static func run(_ show: (String) -> Void) throws {
    let model = Document()
    try AutomergeEncoder(doc: model).encode(["onions", "tomatoes"], at: ".shopping")
    let person = try model.fork()
    var writer = try DocumentContentWriter(model, path: ".recipe")
    var parser = GeneratedContentParser()
    var edits = [
      ("adds salt", { try append("salt", to: person) }),
      ("improves the title", { try prefixTitle("Best ", in: person) }),
      ("adds pepper", { try append("pepper", to: person) }),
    ]
    for chunk in chunks(of: answer, count: 14) {
      try parser.append(chunk)
      try writer.write(parser.snapshot())
      show("model   \(try model.json())")
      guard !edits.isEmpty else { continue }
      let (what, edit) = edits.removeFirst()
      try edit()
      show("person  \(try person.json())  // \(what)")
      try person.merge(other: model)
      try model.merge(other: person)
    }
    try writer.write(parser.finish())
    try person.merge(other: model)
    try model.merge(other: person)
    show("both    \(try person.json())")
    show(model.heads() == person.heads() ? "The replicas are equal." : "The replicas differ.")
  }

  private static func chunks(of text: String, count: Int) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: count).map {
      Array(bytes[$0..<min($0 + count, bytes.count)])
    }
  }

  private static func append(_ item: String, to document: Document) throws {
    let items = try AutomergeDecoder(doc: document).decode([String].self, from: ".shopping")
    try AutomergeEncoder(doc: document).encode(item, at: ".shopping.[\(items.count)]")
  }

  private static func prefixTitle(_ prefix: String, in document: Document) throws {
    guard let title = try document.lookupPath(path: ".recipe.title") else { return }
    try document.spliceText(obj: title, start: 0, delete: 0, value: prefix)
  }
}
