import ContentStorage
import SchemaContent
import SchemaModel

/// An answer that is arriving, and the values of the JSON texts in the answer that are being read,
/// the innermost last.
///
/// Each text has a number. The answer has 0, and a JSON text has the number of the text around it
/// plus 1.
struct AnswerTexts {
  /// A JSON text.
  private struct Inner {
    var value: ContentPlaces

    /// The parser of a text that is arriving, and the index of its frame; `nil` for a complete
    /// text.
    var parser: (parser: TextParser, frame: Int)?
  }

  private var answer: ContentPlaces

  /// The texts in the answer; most answers have none.
  private var inner: [Inner] = []

  init(_ answer: ContentPlaces) { self.answer = answer }

  /// The number of texts, including the answer.
  var count: Int { inner.count + 1 }

  /// The innermost value.
  var last: ContentPlaces { self[inner.count] }

  subscript(number: Int) -> ContentPlaces { number > 0 ? inner[number - 1].value : answer }

  /// Continues with a later snapshot of the answer.
  ///
  /// - Returns: `true` if the argument is a later snapshot of the answer.
  mutating func resume(to answer: ContentPlaces) -> Bool {
    guard answer.continues(self.answer) else { return false }
    self.answer = answer
    return true
  }

  /// Begins a complete text.
  mutating func append(_ value: ContentPlaces) { inner.append(Inner(value: value)) }

  /// Begins a text that is arriving.
  mutating func append(_ parser: TextParser, frame: Int) {
    inner.append(
      Inner(value: ContentPlaces(GeneratedContent.nothing()), parser: (parser, frame)))
  }

  /// Ends the innermost text.
  mutating func removeLast() { inner.removeLast() }

  /// The index of the frame of a text that is arriving.
  func frame(ofArriving number: Int) -> Int? { number > 0 ? inner[number - 1].parser?.frame : nil }

  /// Parses the part of a text that has arrived.
  ///
  /// - Parameters:
  ///   - number: The number of the text.
  ///   - place: The place of the string with the JSON text, in the text around it.
  /// - Throws: `GeneratedContentParser.SyntaxError` if it is not JSON.
  mutating func resume(_ number: Int, at place: ContentPlace) throws {
    guard number > 0, let (parser, _) = inner[number - 1].parser else { return }
    let outer = self[number - 1]
    try outer.withText(at: place) { try parser.append($0) }
    if !outer.isOpen(at: place), outer.isComplete(at: place) {
      inner[number - 1] = Inner(value: ContentPlaces(try parser.parser.finish()))
    } else {
      inner[number - 1].value = ContentPlaces(parser.parser.snapshot())
    }
  }
}

/// A parser of JSON text in a string that is arriving.
final class TextParser {
  fileprivate var parser: GeneratedContentParser

  /// The number of bytes that the parser has received.
  private var count = 0

  init(_ options: GeneratedContentParser.Options) {
    parser = GeneratedContentParser(options: options)
  }

  /// Parses the new bytes of the text.
  fileprivate func append(_ text: Span<UInt8>) throws {
    try parser.append(text.extracting(count..<text.count))
    count = text.count
  }
}

extension GeneratedContentParser.Options {
  /// Options for JSON text at a depth, since the levels around the text count.
  init(below depth: Int) { self.init(maximumDepth: max(0, GeneratedContent.maximumDepth - depth)) }
}

extension ContentPlaces {
  /// The value of the JSON text in the string at a place.
  ///
  /// - Throws: `GeneratedContentParser.SyntaxError` if it is not JSON.
  func content(
    ofTextAt place: ContentPlace, _ options: GeneratedContentParser.Options
  ) throws -> GeneratedContent {
    var parser = GeneratedContentParser(options: options)
    try withText(at: place) { try parser.append($0) }
    return try parser.finish()
  }
}
