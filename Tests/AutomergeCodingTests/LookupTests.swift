import AutomergeCoding
import AutomergeDocument
import Testing

struct LookupTests {
  let document = Document()
  let list: ObjId
  let item: ObjId
  let text: ObjId

  init() throws {
    list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    item = try document.insertObject(obj: list, index: 0, ty: .Map)
    text = try document.putObject(obj: item, key: "notes", ty: .Text)
    try document.insertObject(obj: list, index: 1, ty: .Text)
    try document.insert(obj: list, index: 2, value: .Int(3))
    try document.put(obj: .ROOT, key: "name", value: .String("alex"))
  }

  @Test func `objects are found`() throws {
    #expect(try document.lookupPath(path: "") == .ROOT)
    #expect(try document.lookupPath(path: ".") == .ROOT)
    #expect(try document.lookupPath(path: "list") == list)
    #expect(try document.lookupPath(path: ".list.[0]") == item)
    #expect(try document.lookupPath(path: ".list.[0].notes") == text)
  }

  @Test func `leaves and missing last parts are nil`() throws {
    #expect(try document.lookupPath(path: "name") == nil)
    #expect(try document.lookupPath(path: "missing") == nil)
    #expect(try document.lookupPath(path: "list.[3]") == nil)
  }

  @Test(arguments: [
    ("list.[4]", "indexOutOfBounds"),
    ("missing.x", "schemaMissing"), ("name.x", "pathExtendsThroughScalar"),
    ("list.[0].notes.x", "pathExtendsThroughText"), ("list.[1].[0]", "pathExtendsThroughText"),
    ("list.[2].x", "pathExtendsThroughScalar"), ("[0]", "invalidIndexLookup"),
  ])
  func `paths that lead nowhere are errors`(
    path: String, code: String
  ) throws {
    expectError(code) { try document.lookupPath(path: path) }
  }

  private func retrieve(
    _ path: String, _ type: EncodingContainerType, _ strategy: SchemaStrategy
  ) throws -> ObjId {
    try document.retrieveObjectId(
      path: AnyCodingKey.parsePath(path), containerType: type, strategy: strategy
    ).get()
  }

  @Test(
    arguments: [
      ("name.x", "pathExtendsThroughScalar"),
      ("list.[2].x", "pathExtendsThroughScalar"), ("list.[2].[0]", "pathExtendsThroughScalar"),
      ("list.[0].notes.x", "pathExtendsThroughText"), ("list.[1].x", "pathExtendsThroughText"),
      ("list.[1].[0]", "pathExtendsThroughText"), ("list.x.y", "invalidValueLookup"),
      ("list.[0].[1].x", "invalidIndexLookup"), ("list.[9].x", "indexOutOfBounds"),
      ("[1].x", "invalidIndexLookup"),
    ], [EncodingContainerType.Key, .Index, .Value])
  func `a path that a document cannot follow is an error for every kind of target`(
    path: (text: String, code: String), type: EncodingContainerType
  ) throws {
    let heads = document.heads()
    for strategy in [SchemaStrategy.createWhenNeeded, .readonly] {
      expectError(path.code) { try retrieve(path.text, type, strategy) }
    }
    #expect(document.heads() == heads)
  }

  @Test(arguments: [("list", EncodingContainerType.Key), ("list.[0]", .Index), ("name", .Key)])
  func `an object of another type is a mismatch`(
    path: String, type: EncodingContainerType
  ) throws {
    expectError("mismatchedSchema") { try retrieve(path, type, .createWhenNeeded) }
  }

  @Test func `the root is a map`() throws {
    #expect(try retrieve("", .Key, .readonly) == .ROOT)
    #expect(try retrieve("name", .Value, .readonly) == .ROOT)
    #expect(throws: CodingKeyLookupError.self) { try retrieve("", .Index, .override) }
    #expect(throws: CodingKeyLookupError.self) { try retrieve("", .Value, .override) }
    #expect(throws: CodingKeyLookupError.self) { try retrieve("[0]", .Value, .override) }
  }

  @Test func `a leaf's container is found`() throws {
    #expect(try retrieve("list.[2]", .Value, .readonly) == list)
    #expect(try retrieve("list.[0].notes", .Value, .readonly) == item)
  }

  @Test func `containers are created when needed`() throws {
    let map = try retrieve("list.[3].a", .Key, .createWhenNeeded)
    #expect(try document.path(obj: map).stringPath() == ".list.[3].a")
    let nested = try retrieve("fresh.[0].[0]", .Index, .createWhenNeeded)
    #expect(try document.path(obj: nested).stringPath() == ".fresh.[0].[0]")
    #expect(try document.objectType(obj: nested) == .List)
    #expect(try document.objectType(obj: retrieve("alpha", .Key, .createWhenNeeded)) == .Map)
  }

  @Test func `an index too far beyond the length fails and creates nothing`() throws {
    let before = document.heads()
    let error = #expect(throws: CodingKeyLookupError.self) {
      try retrieve("fresh.[5]", .Value, .createWhenNeeded)
    }
    #expect(
      error?.message.contains("too far beyond the length: use 0 to append a new item") == true)
    #expect(document.heads() == before)
    #expect(try document.get(obj: .ROOT, key: "fresh") == nil)
  }

  @Test(arguments: ["fresh", "fresh.x", "list.[3]", "list.[0].x"])
  func `readonly creates nothing`(path: String) throws {
    let before = document.heads()
    expectError("schemaMissing") { try retrieve(path, .Key, .readonly) }
    #expect(document.heads() == before)
  }

  @Test(arguments: ["name", "list.[2]", "list", "list.[0].notes", "name.x.y", "list.[0].notes.x"])
  func `override replaces values that don't fit`(path: String) throws {
    #expect(throws: CodingKeyLookupError.self) { try retrieve(path, .Key, .createWhenNeeded) }
    let map = try retrieve(path, .Key, .override)
    #expect(try document.objectType(obj: map) == .Map)
    #expect(try document.lookupPath(path: path) == map)
  }
}
