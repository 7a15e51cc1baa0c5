import Foundation
import SchemaConformances
import SchemaContent
import Testing

struct CompletenessTests {
  private struct Todo: Generable {
    var id: String
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, properties: [GenerationSchema.Property(name: "id", type: String.self)])
    }
    init(_ content: GeneratedContent) throws {
      try content.requireComplete(for: Self.self)
      id = try content.value(forProperty: "id")
    }
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["id": id]) }

    struct PartiallyGenerated: ConvertibleFromGeneratedContent {
      var id: String?
      init(_ content: GeneratedContent) throws { id = try content.value(forProperty: "id") }
    }
  }

  /// The code of the error that reading a value throws, and what its partial value is.
  private func read<Value: Generable>(
    _ type: Value.Type, _ json: String
  ) throws -> (GeneratedContent.ConversionError.Code?, String) {
    let content = try GeneratedContent(json: json)
    #expect(!content.isComplete)
    let error = #expect(throws: GeneratedContent.ConversionError.self) { try Value(content) }
    #expect(throws: GeneratedContent.ConversionError.self) { try content.value(Value.self) }
    return (error?.code, "\(try content.partialValue(Value.self))")
  }

  @Test func `C6: no value is made of incomplete content, whatever its type`() throws {
    #expect(try read(String.self, #""abc"#) == (.incomplete, "abc"))
    #expect(try read([String].self, #"["a", "b"#) == (.incomplete, #"["a", "b"]"#))
    #expect(try read([Int].self, "[1, 2") == (.incomplete, "[1]"))
    #expect(try read([[Int]].self, "[[1], [2,") == (.incomplete, "[[1], [2]]"))
    #expect(try read([Bool].self, "[true,") == (.incomplete, "[true]"))
    #expect(
      try read([String: String].self, #"{"a": "b"#) == (.incomplete, #"["a": "b"]"#))
    let todos = try GeneratedContent(json: #"[{"id": "1"}, {"id": "2""#)
    #expect(throws: GeneratedContent.ConversionError.self) { try [Todo](todos) }
    let named = try GeneratedContent(json: #"{"a": {"id": "1"}, "b": {"id": "2""#)
    #expect(throws: GeneratedContent.ConversionError.self) { try [String: Todo](named) }
    #expect(try [String: Todo].PartiallyGenerated(named).mapValues(\.id) == ["a": "1", "b": "2"])
    #expect(try [Todo].PartiallyGenerated(todos).map(\.id) == ["1", "2"])
    #expect(try todos.partialValue([Todo].self).map(\.id) == ["1", "2"])
  }

  @Test func `C6: the copy of an array that was cut off is no value either`() throws {
    let cut = try GeneratedContent(json: #"["x", "y""#)
    let twice = try GeneratedContent(
      json: #"{"a": 1, "a": 2, "tags": ["x", "y""#, options: .lenient)
    for content in [twice, GeneratedContent(properties: ["tags": cut])] {
      #expect(throws: GeneratedContent.ConversionError.self) {
        try content.value([String].self, forProperty: "tags")
      }
      let tags = try #require(content.property(named: "tags"))
      #expect(!tags.isComplete)
      #expect(try tags.partialValue([String].self) == ["x", "y"])
    }
  }

  @Test func `the index in an error counts the elements that are still arriving`() throws {
    let half = try GeneratedContent(json: #""2026-11"#)
    let dates = GeneratedContent(elements: [half, half, "x".generatedContent])
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try dates.partialValue([Date].self)
    }
    #expect(error?.path == [2])
  }

  @Test(arguments: [#""ye"#, "["])
  func `a name that occurs twice is an error also while its value arrives`(value: String) throws {
    let content = try GeneratedContent(json: #"{"caf\u00e9": "no", "cafe\u0301": \#(value)"#)
    #expect(!content.isComplete)
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try content.partialValue([String: String].self)
    }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path == [.key("cafe\u{301}")])
  }

  @Test func `C6: before anything has arrived there is no value`() throws {
    let nothing = try GeneratedContent(json: "")
    for code in [
      #expect(throws: GeneratedContent.ConversionError.self) { try String(nothing) },
      #expect(throws: GeneratedContent.ConversionError.self) { try [Int](nothing) },
      #expect(throws: GeneratedContent.ConversionError.self) { try [String: Int](nothing) },
    ].map({ $0?.code }) {
      #expect(code == .incomplete)
    }
  }

  @Test func `C6: a required property is complete, and an optional one goes as far as it does`()
    throws
  {
    let content = try GeneratedContent(json: #"{"done": "yes", "text": "so f"#)
    #expect(try content.value(String.self, forProperty: "done") == "yes")
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try content.value(String.self, forProperty: "text")
    }
    #expect(error?.code == .incomplete)
    #expect(error?.path == ["text"])
    let text: String? = try content.value(forProperty: "text")
    #expect(text == "so f")
    let list: [String]? = try GeneratedContent(json: #"{"list": ["a", "b"#)
      .value(forProperty: "list")
    #expect(list == ["a", "b"])
    let placed: String? = try content.value(at: ["text"])
    #expect(placed == "so f")
    #expect(throws: GeneratedContent.ConversionError.self) {
      try content.value(String.self, at: ["text"])
    }
  }
}
