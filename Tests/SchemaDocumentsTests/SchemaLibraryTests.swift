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

  @Test(arguments: [
    (#"{}"#, SchemaDraft.draft2020, DocumentLanguage.Basis.forms),
    (#"{"$schema": "http://json-schema.org/draft-06/schema#"}"#, .draft6, .draft),
    (#"{"$schema": "http://h/unknown"}"#, .draft2020, .forms),
    (#"{"openapi": "3.0.3"}"#, .draft2020, .openAPI),
    (#"{"swagger": "2.0"}"#, .draft2020, .openAPI),
    (#"{"openapi": "3.1.0"}"#, .draft2020, .draft),
    (
      #"{"openapi": "3.0.3", "$schema": "http://json-schema.org/draft-07/schema#"}"#, .draft7,
      .draft
    ),
    (#"{"$id": "a", "prefixItems": [], "exclusiveMinimum": true}"#, .draft2020, .forms),
  ])
  func `I7: a document has the language that it names, or else that of its forms`(
    text: String, draft: SchemaDraft, basis: DocumentLanguage.Basis
  ) throws {
    let document = try GeneratedContent(json: text)
    var library = SchemaLibrary()
    library.add(document, uri: "")
    let language = library.resources[0].language
    #expect(language.draft == draft && language.basis == basis)
    // The caller's choice is for documents that name none.
    var chosen = SchemaLibrary(draft: .draft4)
    chosen.add(document, uri: "")
    let expected = basis == .forms ? .draft4 : draft
    #expect(chosen.resources[0].language.draft == expected)
  }

  @Test func `I7: resources and supplied documents follow their own draft, or the one around`()
    throws
  {
    let remotes = [
      "http://h/own": #"{"$schema": "http://json-schema.org/draft-04/schema#"}"#,
      "http://h/none": "{}",
    ]
    var library = SchemaLibrary(remotes: try remotes.mapValues { try GeneratedContent(json: $0) })
    library.add(
      try GeneratedContent(
        json: #"""
          {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {
            "a": {"$id": "http://h/a", "$schema": "https://json-schema.org/draft/2019-09/schema"},
            "b": {"$id": "http://h/b"}}}
          """#), uri: "")
    library.addRemotes()
    let drafts = library.resources.map { ($0.uri, $0.language.draft) }
    #expect(
      Dictionary(uniqueKeysWithValues: drafts) == [
        "": .draft7, "http://h/a": .draft2019, "http://h/b": .draft7, "http://h/own": .draft4,
        "http://h/none": .draft7,
      ])
  }

  @Test func `I7: the note on a language is at the first older form`() throws {
    func note(_ text: String) throws -> (pointer: String, problem: String)? {
      var library = SchemaLibrary()
      library.add(try GeneratedContent(json: text), uri: "")
      return library.olderFormsNote().map {
        (library.tree.path(to: $0.node).pointer, $0.problem)
      }
    }
    let forms = #"""
      "properties": {"a": {"items": [{"minimum": 1, "exclusiveMinimum": true}]},
        "b": {"nullable": false}, "c": {"enum": [{"nullable": true}]}}
      """#
    let found = try #require(try note("{\(forms)}"))
    #expect(found.pointer == "/properties/a/items")
    #expect(
      found.problem == "The document names no draft, so 'exclusiveMinimum', 'items' are read in a "
        + "form of older drafts or of OpenAPI 3.0.")
    #expect(try note(#"{"$schema": "\#(SchemaDraft.draft4.uri)", \#(forms)}"#) == nil)
    #expect(try note(#"{"items": {}, "exclusiveMinimum": 1, "nullable": false}"#) == nil)
  }

  @Test func `a vocabulary that is not an object says nothing`() throws {
    let meta = try GeneratedContent(
      json: #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": true}"#)
    var library = SchemaLibrary(remotes: ["http://h/meta": meta], draft: .draft2020)
    library.add(try GeneratedContent(json: #"{"$schema": "http://h/meta"}"#), uri: "")
    #expect(library.resources[0].language.validates)
    #expect(library.resources[0].language.applies)
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
