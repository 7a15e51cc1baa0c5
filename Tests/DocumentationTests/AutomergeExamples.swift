#if Macros
import AutomergeCoding
import AutomergeDocument
import SchemaKit
import Testing

/// The examples of AutomergeDocument's and AutomergeCoding's pages.
struct AutomergeExamples {
  @Test func `replicas merge`() async throws {
    try await example("automerge-merge") { print in
      // example: automerge-merge
      let laptop = Document()
      try laptop.put(obj: .ROOT, key: "title", value: .String("Soup"))
      let phone = try laptop.fork()
      try phone.put(obj: .ROOT, key: "servings", value: .Int(4))
      try laptop.put(obj: .ROOT, key: "title", value: .String("Tomato soup"))
      try laptop.merge(other: phone)
      try phone.merge(other: laptop)
      print(try phone.json())  // {"servings":4,"title":"Tomato soup"}
      print(laptop.heads() == phone.heads())  // true
      // example: end
    }
  }

  @Test func `a conflict keeps both values`() async throws {
    try await example("automerge-conflict") { print in
      // example: automerge-conflict
      let laptop = Document()
      let phone = try laptop.fork()
      try laptop.put(obj: .ROOT, key: "title", value: .String("Soup"))
      try phone.put(obj: .ROOT, key: "title", value: .String("Stew"))
      try laptop.merge(other: phone)
      try phone.merge(other: laptop)
      print(try laptop.json() == phone.json())  // true
      print(try laptop.getAll(obj: .ROOT, key: "title").count)  // 2
      // example: end
    }
  }

  @Test func `a text is edited in two replicas`() async throws {
    try await example("automerge-text") { print in
      // example: automerge-text
      let laptop = Document()
      let title = try laptop.putObject(obj: .ROOT, key: "title", ty: .Text)
      try laptop.spliceText(obj: title, start: 0, delete: 0, value: "Soup")
      let phone = try laptop.fork()
      try phone.updateText(obj: title, value: "Tomato Soup")
      try laptop.updateText(obj: title, value: "Soup for two")
      try laptop.merge(other: phone)
      print(try laptop.text(obj: title))  // Tomato Soup for two
      // example: end
    }
  }

  @Test func `a merge returns patches`() async throws {
    try await example("automerge-patches") { print in
      // example: automerge-patches
      let document = Document()
      let title = try document.putObject(obj: .ROOT, key: "title", ty: .Text)
      try document.spliceText(obj: title, start: 0, delete: 0, value: "Soup")
      let other = try document.fork()
      try other.spliceText(obj: title, start: 0, delete: 0, value: "Tomato-")
      for patch in try document.mergeWithPatches(other: other) {
        if case .SpliceText(let object, let index, let text, _) = patch.action {
          print(object == title, index, text)  // true 0 Tomato-
        }
      }
      // example: end
    }
  }

  @Test func `two replicas exchange messages`() async throws {
    try await example("automerge-sync") { print in
      // example: automerge-sync
      let laptop = Document()
      try laptop.put(obj: .ROOT, key: "title", value: .String("Soup"))
      let phone = Document()
      let toPhone = SyncState()
      let toLaptop = SyncState()
      var isDone = false
      while !isDone {
        let message = try laptop.generateSyncMessage(state: toPhone)
        if let message { try phone.receiveSyncMessage(state: toLaptop, message: message) }
        let answer = try phone.generateSyncMessage(state: toLaptop)
        if let answer { try laptop.receiveSyncMessage(state: toPhone, message: answer) }
        isDone = message == nil && answer == nil
      }
      print(try phone.json())  // {"title":"Soup"}
      // example: end
    }
  }

  @Test func `a document is saved and read as it was`() async throws {
    try await example("automerge-past") { print in
      // example: automerge-past
      let document = Document()
      try document.put(obj: .ROOT, key: "title", value: .String("Soup"))
      let before = document.heads()
      try document.put(obj: .ROOT, key: "title", value: .String("Stew"))
      let loaded = try Document(document.save())
      print(try loaded.json())  // {"title":"Stew"}
      print(try loaded.json(heads: before))  // {"title":"Soup"}
      // example: end
    }
  }

  @Test func `values are encoded and decoded`() async throws {
    try await example("automerge-codable") { print in
      // example: automerge-codable
      struct Shopping: Codable {
        var items: [String]
        var isDone: Bool
      }
      let document = Document()
      let encoder = AutomergeEncoder(doc: document)
      try encoder.encode(Shopping(items: ["onions"], isDone: false), at: ".shopping")
      try encoder.encode("salt", at: ".shopping.items.[1]")
      let decoder = AutomergeDecoder(doc: document)
      print(try decoder.decode([String].self, from: ".shopping.items"))  // ["onions", "salt"]
      // example: end
    }
  }

  @Test func `a text is bound to a path`() async throws {
    try await example("automerge-binding") { print in
      // example: automerge-binding
      let document = Document()
      let note = try AutomergeText("Soup", doc: document, path: ".note")
      note.value = "Tomato soup"
      print(try document.json())  // {"note":"Tomato soup"}
      // example: end
    }
  }

  @Test func `an answer is written while it arrives`() async throws {
    try await example("automerge-stream") { print in
      // example: automerge-stream
      let document = Document()
      var writer = try DocumentContentWriter(document, path: ".recipe")
      var parser = GeneratedContentParser()
      for chunk in [#"{"title": "Tom"#, #"ato soup", "steps": ["Co"#, #"ok"]}"#] {
        try parser.append(chunk)
        try writer.write(parser.snapshot())
        print(try document.json())
      }
      try writer.write(parser.finish())
      // example: end
    }
  }

  @Test func `a place of a document is checked`() async throws {
    try await example("automerge-check") { print in
      // example: automerge-check
      let document = Document()
      try AutomergeEncoder(doc: document).encode(["minutes": 240], at: ".recipe")
      let validator = try ContentValidator(Recipe.self)
      let report = try document.report(at: ".recipe", with: validator)
      for violation in report.violations { print(violation.rule, violation.path) }
      // example: end
    }
  }
}
#endif
