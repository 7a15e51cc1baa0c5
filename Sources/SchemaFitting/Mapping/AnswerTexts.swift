import ContentStorage
import SchemaContent
import SchemaModel

/// An answer that is arriving, and the values of the JSON texts in it that are being read, the
/// innermost last.
///
/// Each has a number: the answer 0, a JSON text one more than the text that it is in.
struct AnswerTexts {
  private var values: [ContentPlaces] = []

  /// The parsers of the texts that are arriving, and the indices of their frames; `nil` for one
  /// that is complete, and for the answer.
  private var parsers: [(parser: TextParser, frame: Int)?] = []

  init() {}

  init(_ answer: ContentPlaces) {
    values = [answer]
    parsers = [nil]
  }

  var count: Int { values.count }

  /// The innermost value.
  var last: ContentPlaces { values[values.count - 1] }

  subscript(number: Int) -> ContentPlaces { values[number] }

  /// Goes on to a later snapshot of the answer.
  ///
  /// - Returns: Whether it is one.
  mutating func goOn(to answer: ContentPlaces) -> Bool {
    guard let known = values.first, answer.continues(known) else { return false }
    values[0] = answer
    return true
  }

  /// Begins a text that has been read as a whole.
  mutating func append(_ value: ContentPlaces) {
    values.append(value)
    parsers.append(nil)
  }

  /// Begins a text that is arriving.
  mutating func append(_ parser: TextParser, frame: Int) {
    values.append(ContentPlaces(GeneratedContent.nothing()))
    parsers.append((parser, frame))
  }

  /// Ends the innermost text.
  mutating func removeLast() {
    values.removeLast()
    parsers.removeLast()
  }

  /// The index of the frame of a text that is arriving.
  func frame(ofArriving number: Int) -> Int? { parsers[number]?.frame }

  /// Parses what has arrived of a text.
  ///
  /// - Parameters:
  ///   - number: The number of the text.
  ///   - place: The place of the string that has it, in the text around it.
  /// - Throws: `GeneratedContentParser.SyntaxError` if it is not JSON.
  mutating func goOn(_ number: Int, at place: Int) throws {
    guard let (parser, _) = parsers[number] else { return }
    let outer = values[number - 1]
    try outer.withText(at: place) { try parser.append($0) }
    if !outer.isOpen(at: place), outer.isComplete(at: place) {
      values[number] = ContentPlaces(try parser.parser.finish())
      parsers[number] = nil
    } else {
      values[number] = ContentPlaces(parser.parser.snapshot())
    }
  }
}

/// A parser of JSON text in a string that is arriving.
final class TextParser {
  fileprivate var parser: GeneratedContentParser

  /// How many bytes it has been given.
  private var count = 0

  init(_ options: GeneratedContentParser.Options) {
    parser = GeneratedContentParser(options: options)
  }

  /// Takes what has arrived of the text.
  fileprivate func append(_ text: Span<UInt8>) throws {
    try parser.append(text.extracting(count..<text.count))
    count = text.count
  }
}

extension GeneratedContent {
  /// The content of a whole JSON text.
  init(text: Span<UInt8>, options: GeneratedContentParser.Options) throws {
    self = try GeneratedContent(bytes: text, options: options)
    guard !isComplete else { return }
    var parser = GeneratedContentParser(options: options)
    try parser.append(text)
    self = try parser.finish()
  }
}

extension AnswerFault {
  init(twice name: AnswerFrame.Name, _ text: String) {
    self.init(
      code: .duplicateKey, problem: "The key '\(text)' occurs twice.",
      remedy: "Give each key once, and none that has a property.", name: name)
  }

  /// What is wrong with JSON text.
  init(inText error: any Error, _ name: AnswerFrame.Name) {
    if (error as? GeneratedContentParser.SyntaxError)?.code == .tooDeep {
      self.init(
        code: .tooDeep,
        problem:
          "The JSON text and what is around it have more than \(GeneratedContent.maximumDepth)"
          + " arrays and objects inside each other.", remedy: "Write a value that nests less.",
        name: name)
    } else {
      self.init(
        code: .invalidText, problem: "The text is not JSON: \(error)",
        remedy: "Write the value as JSON text.", name: name)
    }
  }
}
