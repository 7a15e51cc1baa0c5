import SchemaContent
import SchemaDocuments
import SchemaEncoding
import Testing

struct SchemaObjectTests {
  private func library(
    _ text: String, _ draft: SchemaDraft? = .draft2020
  ) throws -> SchemaLibrary {
    var library = SchemaLibrary(draft: draft)
    library.add(try GeneratedContent(json: text), uri: "")
    return library
  }

  private func object(
    _ text: String, _ draft: SchemaDraft? = .draft2020
  ) throws -> SchemaObject {
    var library = try library(text, draft)
    return library.object(at: .root)
  }

  @Test func `keywords have their values in the order of the document`() throws {
    var library = try library(
      """
      {"title": "T", "type": ["string", "null"], "minLength": 2, "required": ["b", "a"],
       "properties": {"b": {}, "a": false}, "uniqueItems": true, "multipleOf": 0.5,
       "allOf": [true], "items": {}, "enum": [1, [2]], "const": null}
      """)
    let object = library.object(at: .root)
    #expect(
      object.members.map(\.keyword) == [
        .title, .type, .minLength, .required, .properties, .uniqueItems, .multipleOf, .allOf,
        .items,
        .enum, .const,
      ])
    #expect(object.text(.title) == "T")
    #expect(object.types == [.string, .null])
    #expect(object.count(.minLength) == 2)
    #expect(object.names(.required) == ["b", "a"])
    #expect(object.flag(.uniqueItems))
    #expect(object.number(.multipleOf)?.description == "0.5")
    #expect(object.schemas(.properties).map { library.tree.name(of: $0.node) } == ["b", "a"])
    #expect(object.schemas(.properties).map { library.object(at: $0).form } == [.keywords, .never])
    #expect(object.schemas(.allOf).map { library.object(at: $0).form } == [.always])
    #expect(object.schema(.items) == object.elements.rest)
    #expect(object.values(.enum)?.count == 2)
    #expect(object.values(.const)?.count == 1)
    #expect(object.faults.isEmpty && object.unknown.isEmpty && object.ignored.isEmpty)
  }

  @Test func `a schema is read once`() throws {
    var library = try library(#"{"minimum": 1}"#)
    let first = library.object(at: .root)
    #expect(first === library.object(at: .root))
  }

  @Test(arguments: [
    (SchemaDraft.draft4, [Keyword.minimum, .exclusiveMinimum], ["exclusiveMinimum"]),
    (.draft6, [.minimum, .exclusiveMinimum, .const], []),
    (.draft2019, [.minimum, .exclusiveMinimum, .const, .dependentRequired], []),
    (.draft2020, [.minimum, .exclusiveMinimum, .const, .dependentRequired, .prefixItems], []),
  ])
  func `each draft has its own keywords`(
    draft: SchemaDraft, keywords: [Keyword], faults: [String]
  ) throws {
    let text = """
      {"minimum": 1, "exclusiveMinimum": 0, "const": 1, "dependentRequired": {"a": ["b"]},
       "prefixItems": [true], "nullable": true}
      """
    let object = try object(text, draft)
    #expect(object.members.map(\.keyword) == keywords)
    #expect(object.faults.map(\.keyword.rawValue) == faults)
    let left = Set<Keyword>([.const, .dependentRequired, .prefixItems, .nullable])
      .subtracting(keywords)
    #expect(Set(object.otherDrafts.map(\.keyword)) == left)
    let mixed = try self.object(text, nil)
    #expect(mixed.members.count == 6 && mixed.faults.isEmpty && mixed.otherDrafts.isEmpty)
  }

  @Test func `I7: a document that names no draft has older forms next to newer ones`() throws {
    let text = #"""
      {"prefixItems": [{}], "minimum": 1, "exclusiveMinimum": true, "exclusiveMaximum": 5,
       "nullable": true, "dependentRequired": {"a": ["b"]}, "dependencies": {"a": ["c"]}}
      """#
    let object = try object(text, nil)
    #expect(object.faults.isEmpty && object.otherDrafts.isEmpty)
    #expect(object.bound(.minimum, .exclusiveMinimum) == (nil, SchemaNumber(1)))
    #expect(object.bound(.maximum, .exclusiveMaximum) == (nil, SchemaNumber(5)))
    #expect(object.elements.prefix.count == 1 && object.flag(.nullable))
    let list = try self.object(#"{"items": [{}, {}], "additionalItems": false}"#, nil)
    #expect(list.elements.prefix.count == 2 && list.elements.rest != nil)
    let both = try self.object(#"{"items": [{}, {}], "prefixItems": [{}]}"#, nil)
    #expect(both.faults.map(\.keyword) == [.items] && both.elements.prefix.count == 1)
  }

  @Test func `a bound of draft 4 is exclusive by a flag`() throws {
    let flagged = try object(#"{"minimum": 1, "exclusiveMinimum": true}"#, .draft4)
    #expect(flagged.bound(.minimum, .exclusiveMinimum) == (nil, SchemaNumber(1)))
    let numbers = try object(#"{"minimum": 1, "exclusiveMinimum": 2}"#)
    #expect(numbers.bound(.minimum, .exclusiveMinimum) == (SchemaNumber(1), SchemaNumber(2)))
  }

  @Test(arguments: [
    (#"{"items": [{}], "additionalItems": false}"#, SchemaDraft.draft7, 1, Keyword.additionalItems),
    (#"{"prefixItems": [{}, {}], "items": false}"#, .draft2020, 2, .items),
  ])
  func `the schemas of elements are found in the keywords of each draft`(
    text: String, draft: SchemaDraft, count: Int, rest: Keyword
  ) throws {
    let elements = try object(text, draft).elements
    #expect(elements.prefix.count == count)
    #expect(elements.rest != nil && elements.restKeyword == rest)
  }

  @Test(arguments: [
    (#"{"minimum": "1"}"#, "/minimum", "a number", "a string"),
    (#"{"minLength": -1}"#, "/minLength", "a whole number of at least 0", "-1"),
    (#"{"multipleOf": 0}"#, "/multipleOf", "a number above 0", "0"),
    (#"{"uniqueItems": "yes"}"#, "/uniqueItems", "true or false", "a string"),
    (#"{"pattern": null}"#, "/pattern", "a string", "null"),
    (
      #"{"required": ["a", true]}"#, "/required/1", "an array of strings",
      "an array with a boolean"
    ),
    (
      #"{"dependencies": {"a": ["b", 1]}}"#, "/dependencies/a/1",
      "a schema or an array of strings", "an array with 1"
    ),
    (#"{"required": {"a": 1}}"#, "/required", "an array of strings", "an object"),
    (#"{"enum": {"a": 1}}"#, "/enum", "an array", "an object"),
    (#"{"properties": []}"#, "/properties", "an object", "an array"),
    (#"{"items": "string"}"#, "/items", "a schema", "a string"),
    (#"{"items": [true]}"#, "/items", "a schema", "an array"),
    (#"{"anyOf": {}}"#, "/anyOf", "an array of schemas", "an object"),
    (#"{"type": 5}"#, "/type", "the name of a type or an array of such names", "5"),
    (#"{"type": ["null", []]}"#, "/type/1", "the name of a type", "an array"),
    (#"{"$ref": true}"#, "/$ref", "a string", "a boolean"),
    (
      #"{"dependentRequired": {"a": {}}}"#, "/dependentRequired/a", "an array of strings",
      "an object"
    ),
    (#"{"dependentSchemas": {"a": []}}"#, "/dependentSchemas/a", "a schema", "an array"),
    (#"{"dependencies": {"a": 1}}"#, "/dependencies/a", "a schema or an array of strings", "1"),
  ])
  func `a keyword of a wrong form is a fault with what was expected and its place`(
    text: String, pointer: String, expected: String, found: String
  ) throws {
    var library = try library(text)
    let object = library.object(at: .root)
    let fault = try #require(object.faults.first)
    #expect(object.faults.count == 1)
    #expect(library.tree.path(to: fault.node).pointer == pointer)
    guard case .form(expected, found) = fault.problem else {
      Issue.record("\(fault.problem)")
      return
    }
  }

  @Test func `unknown types and long exponents are faults of their own`() throws {
    let types = try object(#"{"type": ["null", "strnig"]}"#)
    guard case .unknownType("strnig") = try #require(types.faults.first).problem else {
      Issue.record("\(types.faults)")
      return
    }
    // The types that are known count.
    #expect(types.types == [.null])
    #expect(try object(#"{"type": "strnig"}"#).types == nil)
    guard
      case .exponent = try #require(
        object(#"{"maxLength": 1e99999999999999999999}"#).faults.first
      ).problem
    else {
      Issue.record("It is another fault.")
      return
    }
  }

  @Test func `names that are not keywords are listed, with what is probably meant`() throws {
    var library = try library(#"{"propertys": {}, "x-note": 1, "type": "null", "mine": 1}"#)
    let unknown = library.object(at: .root).unknown
    #expect(unknown.map(\.name) == ["propertys", "x-note", "mine"])
    #expect(unknown.map { library.tree.name(of: $0.node) } == unknown.map(\.name))
    #expect(unknown.map(\.meant) == ["properties", nil, nil])
  }

  @Test func `older drafts ignore what is next to a reference`() throws {
    let text = ##"{"$ref": "#", "minimum": "1", "title": "T"}"##
    let older = try object(text, .draft7)
    #expect(older.members.map(\.keyword) == [.reference, .title])
    #expect(older.ignored.map(\.keyword) == [.minimum] && older.faults.isEmpty)
    #expect(try object(text).faults.map(\.keyword) == [.minimum])
  }

  @Test func `a reference knows its target, or that there is none`() throws {
    var library = try library(
      ##"""
      {"$id": "http://h/a", "allOf": [{"$ref": "#b"}, {"$ref": "http://h/c"}, {"$ref": "#/x"},
        {"$id": "d", "$ref": "#/$defs/b"}, {"$dynamicRef": "#b"}, {"$ref": "#b"}],
       "$defs": {"b": {"$dynamicAnchor": "b"}}}
      """##)
    let references = library.object(at: .root).schemas(.allOf).compactMap {
      library.object(at: $0).references.first
    }
    let target = library.tree.value(at: ["$defs", "b"])
    let found = references.map { reference in
      switch reference.target {
      case .value(let node, _): node == target ? "value" : "other"
      case .outer(let node): node == target ? "outer" : "other"
      case .unknownDocument(let uri): uri
      case .nothing: "nothing"
      }
    }
    #expect(found == ["value", "http://h/c", "nothing", "outer", "value", "value"])
    #expect(references.map { $0.dynamicAnchor?.text } == [nil, nil, nil, nil, "b", nil])
  }
}
