import IndexedTables
import SchemaContent
import SchemaTestSupport
import SchemaText
import Testing

@testable import SchemaDocuments

struct SchemaLibraryTests {
  @Test(arguments: [
    ("./defs.json", "./defs.json"), ("defs.json", "./defs.json"), ("./defs.json", "defs.json"),
    ("../defs.json", "../defs.json"), ("HTTP://h/a/../defs.json#", "http://h/defs.json"),
  ])
  func `the URI of a document is compared in its normal form`(uri: String, reference: String) throws
  {
    let remote = try GeneratedContent(json: #"{"type": "string"}"#)
    var library = SchemaLibrary(remotes: [uri: remote], draft: .draft2020)
    let root = library.add(try GeneratedContent(json: "{}"), uri: "")
    let target = library.resolve(reference, in: library.resource(of: root))
    guard case .value(let value, _) = target else {
      Issue.record("\(reference) leads to \(target)")
      return
    }
    #expect(library.tree.content(value) == remote)
  }

  @Test func `a draft is named by its complete URI`() {
    for draft in SchemaDraft.allCases { #expect(SchemaDraft(uri: draft.uri) == draft) }
    #expect(SchemaDraft(uri: "https://json-schema.org/schema#") == .draft2020)
    for uri in ["schema", "draft-07/schema", "draft/2020-12/schema#", ""] {
      #expect(SchemaDraft(uri: uri) == nil)
    }
  }

  @Test func `a document outside of the folder is not one inside of it`() throws {
    let inner = try GeneratedContent(json: #"{"type": "string"}"#)
    let outer = try GeneratedContent(json: #"{"type": "number"}"#)
    var library = SchemaLibrary(
      remotes: ["a.json": inner, "../a.json": outer], draft: .draft2020)
    let root = library.add(try GeneratedContent(json: "{}"), uri: "")
    let resource = library.resource(of: root)
    guard case .value(let value, _) = library.resolve("../a.json", in: resource) else {
      Issue.record("There is no target.")
      return
    }
    #expect(library.tree.content(value) == outer)
  }

  @Test func `of documents with one URI the first in the order of bytes counts`() throws {
    let first = try GeneratedContent(json: "true")
    let second = try GeneratedContent(json: "false")
    for _ in 0..<20 {
      var library = SchemaLibrary(
        remotes: ["HTTP://h/a": first, "http://h/a": second, "http://h/a#": second],
        draft: .draft2020)
      let root = library.add(try GeneratedContent(json: "{}"), uri: "")
      let resource = library.resource(of: root)
      guard case .value(let value, _) = library.resolve("http://h/a", in: resource) else {
        Issue.record("There is no target.")
        return
      }
      #expect(library.tree.content(value) == first)
    }
  }

  @Test func `names are equal only if their bytes are`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    var library = SchemaLibrary(draft: .draft2020)
    library.add(
      try GeneratedContent(
        json: """
          {"$defs": {"\(composed)": {"$anchor": "\(composed)", "const": 1},
            "\(decomposed)": {"$anchor": "\(decomposed)", "const": 2}}}
          """),
      uri: "")
    let resource = library.resource(of: .root)
    for reference in ["#/$defs/", "#"] {
      for (name, number) in [(composed, 1), (decomposed, 2)] {
        let target = library.resolve(reference + name, in: resource)
        guard case .value(let value, _) = target else {
          Issue.record("\(reference + name) has no target.")
          continue
        }
        let constant = library.tree.member("const", of: value)
        #expect(constant.flatMap { library.tree.count($0) } == number)
      }
    }
  }

  @Test func `a part with a URI of its own keeps it`() throws {
    var library = SchemaLibrary(draft: .draft2020)
    let root = library.add(
      try GeneratedContent(
        json: #"{"$id": "http://h/a/", "$defs": {"b": {"$id": "sub/", "$anchor": "c"}}}"#),
      uri: "")
    let part = try #require(library.tree.value(at: ["$defs", "b"], from: root))
    library.addPart(part)
    #expect(library.resources[library.resource(of: part)].uri == "http://h/a/sub/")
  }

  @Test func `the resource of a deep value that is no schema is found in linear time`() throws {
    let depth = greatDepth
    let text =
      #"{"x": "# + String(repeating: #"{"not": "#, count: depth) + "{}"
      + String(repeating: "}", count: depth + 1)
    var library = SchemaLibrary(draft: .draft2020)
    library.add(
      try GeneratedContent(
        json: text.utf8, options: GeneratedContentParser.Options(maximumDepth: .max)), uri: "")
    let resource = library.resource(of: .root)
    for value in library.tree.indices.reversed() {
      #expect(library.resource(of: value) == resource)
    }
  }

  @Test func `a vocabulary that is not an object says nothing`() throws {
    let meta = try GeneratedContent(
      json: #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": true}"#)
    var library = SchemaLibrary(remotes: ["http://h/meta": meta], draft: .draft2020)
    library.add(try GeneratedContent(json: #"{"$schema": "http://h/meta"}"#), uri: "")
    #expect(library.resources[0].vocabulary.validates)
    #expect(library.resources[0].vocabulary.applies)
  }

  @Test func `references in a part lead into it, else into the document around it`() throws {
    var library = SchemaLibrary(draft: .draft2020)
    library.add(
      try GeneratedContent(
        json: ##"""
          {"$defs": {"a": {"$ref": "#/$defs/b", "$defs": {"b": {"type": "null"}},
            "items": {"$ref": "#/$defs/c"}}, "c": {}}}
          """##),
      uri: "")
    let part = try #require(library.tree.value(at: ["$defs", "a"]))
    library.addPart(part)
    let object = library.object(at: SchemaID(part))
    let items = library.object(at: try #require(object.schema(.items)))
    for (object, pointer) in [(object, "/$defs/a/$defs/b"), (items, "/$defs/c")] {
      guard case .value(let target, _) = try #require(object.references.first).target else {
        Issue.record("The reference has no target.")
        continue
      }
      #expect(library.tree.path(to: target).pointer == pointer)
    }
  }
}
