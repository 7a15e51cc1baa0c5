import AutomergeCoding
import AutomergeDocument
import SchemaContent
import SchemaModel
import SchemaTestSupport
import Testing

/// H1: values that nest deep are an error, not a stack overflow.
struct DepthTests {
  /// A chain of values, each in the one before.
  final class Link: Codable {
    var next: Link?

    init(depth: Int) { for _ in 1..<depth { next = Link(next) } }

    private init(_ next: Link?) { self.next = next }

    /// Takes the chain apart, which would use the stack if it were left to the last reference.
    func unlink() {
      var link = next
      next = nil
      while let current = link {
        link = current.next
        current.next = nil
      }
    }

    var depth: Int {
      var (depth, link) = (1, next)
      while let current = link { (depth, link) = (depth + 1, current.next) }
      return depth
    }
  }

  /// A list in a list, by containers that the type's own code asks for.
  struct Lists: Codable {
    let depth: Int

    init(depth: Int) { self.depth = depth }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var depth = 1
      while try !container.isAtEnd && !container.decodeNil() {
        container = try container.nestedUnkeyedContainer()
        depth += 1
      }
      self.depth = depth
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
      try container.encodeNil()
    }
  }

  /// A value that passes its work on to itself.
  struct Endless: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Endless.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  /// A document with `depth` maps or lists inside each other.
  private static func nested(_ depth: Int, _ type: ObjType) throws -> Document {
    let document = Document()
    var object = try document.putObject(obj: .ROOT, key: "next", ty: type)
    for _ in 1..<depth {
      object =
        type == .Map
        ? try document.putObject(obj: object, key: "next", ty: type)
        : try document.insertObject(obj: object, index: 0, ty: type)
    }
    return document
  }

  private static func expectTooDeep(
    _ error: (any Error)?, limit: Int = 128, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message: String
    switch error {
    case DecodingError.dataCorrupted(let context)?: message = context.debugDescription
    case EncodingError.invalidValue(_, let context)?: message = context.debugDescription
    default: message = "Another error: \(String(describing: error))"
    }
    #expect(message.contains("\(limit) nested values"), sourceLocation: sourceLocation)
    #expect(message.contains("depthLimit"), sourceLocation: sourceLocation)
  }

  @Test func `H1: maps that nest deep are an error of the decoder`() async throws {
    try await onSmallStack {
      let document = try Self.nested(5_000, .Map)
      let error = #expect(throws: (any Error).self) { try document.decode(Link.self) }
      Self.expectTooDeep(error)
      // The root and its 127 links are as many as the limit allows.
      #expect(try Self.nested(127, .Map).decode(Link.self).depth == 128)
      Self.expectTooDeep(
        #expect(throws: (any Error).self) { try Self.nested(128, .Map).decode(Link.self) })
      var decoder = AutomergeDecoder(doc: try Self.nested(9, .Map))
      decoder.depthLimit = 10
      #expect(try decoder.decode(Link.self).depth == 10)
      decoder.depthLimit = 9
      Self.expectTooDeep(
        #expect(throws: DecodingError.self) { try decoder.decode(Link.self) }, limit: 9)
    }
  }

  @Test func `H1: the steps of a path don't count as depth, only the values at the path`()
    async throws
  {
    try await onSmallStack {
      let document = try Self.nested(200, .Map)
      let path = Array(repeating: "next", count: 100).joined(separator: ".")
      #expect(try document.decode(Link.self, from: path).depth == 101)
    }
  }

  @Test func `H1: lists and endless values are an error of the decoder`() async throws {
    try await onSmallStack {
      let document = try Self.nested(5_000, .List)
      Self.expectTooDeep(
        #expect(throws: (any Error).self) { try document.decode(Lists.self, from: "next") })
      Self.expectTooDeep(
        #expect(throws: (any Error).self) { try document.decode(Endless.self, from: "next") })
      let shallow = try Self.nested(100, .List)
      #expect(try shallow.decode(Lists.self, from: "next").depth == 100)
    }
  }

  @Test func `H1: values that nest deep are an error of the encoder`() async throws {
    try await onSmallStack {
      let document = Document()
      try document.encode(["kept": 1])
      let json = try document.json()
      let link = Link(depth: 5_000)
      defer { link.unlink() }
      Self.expectTooDeep(#expect(throws: (any Error).self) { try document.encode(link) })
      Self.expectTooDeep(
        #expect(throws: (any Error).self) { try document.encode(Lists(depth: 5_000), at: "list") })
      Self.expectTooDeep(
        #expect(throws: (any Error).self) { try document.encode(Endless(), at: "endless") })
      #expect(try document.json() == json)
      let most = Link(depth: 128)
      try document.encode(most, at: "chain")
      #expect(try document.decode(Link.self, from: "chain").depth == 128)
      var encoder = AutomergeEncoder(doc: document)
      encoder.depthLimit = 127
      Self.expectTooDeep(
        #expect(throws: EncodingError.self) { try encoder.encode(most, at: "other") }, limit: 127)
      #expect(document.keys(obj: .ROOT) == ["chain", "kept"])
    }
  }

  @Test func `H1: the limits of the encoder and the decoder are the same for lists in lists`()
    throws
  {
    let document = Document()
    var encoder = AutomergeEncoder(doc: document)
    encoder.depthLimit = 5
    Self.expectTooDeep(
      #expect(throws: EncodingError.self) { try encoder.encode(Lists(depth: 6), at: "list") },
      limit: 5)
    #expect(document.keys(obj: .ROOT).isEmpty)
    try encoder.encode(Lists(depth: 5), at: "list")
    var decoder = AutomergeDecoder(doc: document)
    decoder.depthLimit = 5
    #expect(try decoder.decode(Lists.self, from: "list").depth == 5)
    decoder.depthLimit = 4
    Self.expectTooDeep(
      #expect(throws: DecodingError.self) { try decoder.decode(Lists.self, from: "list") },
      limit: 4)
  }

  @Test func `H1: content that nests too deep is an error of the conversion`() async throws {
    try await onSmallStack {
      let document = try Self.nested(5_000, .Map)
      #expect(try document.json().count > 5_000 * 8)
      let heads = document.heads()
      let error = #expect(throws: GeneratedContent.ParsingError.self) {
        try document.generatedContent(at: "next")
      }
      let cause = error?.underlyingError as? GeneratedContent.ConversionError
      #expect(cause?.code == .tooDeep)
      #expect(document.heads() == heads)
    }
  }
}
