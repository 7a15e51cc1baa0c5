import ContentStorage
import SchemaModel

/// A form of values in answers, with the conversions from answers to declared values and back.
///
/// The parts of a value have numbers. The mapping knows how the values of each part are converted;
/// a part without a number there stays unchanged.
///
/// A form reads a value while the value arrives: the reader asks for one part after the other, and
/// asks again when more of the answer has arrived. In the other direction, a form writes the
/// complete value at once.
protocol AnswerForm: Sendable, Hashable, Codable {
  /// The unique name of the form in stored mappings.
  static var name: String { get }

  /// Indicates whether a value of this shape in an answer can have the form; another value stays
  /// unchanged.
  func reads(_ shape: ContentShape) -> Bool

  /// The shape of the declared value, if the form makes an array or an object; `nil` if the only
  /// part of the form is the value.
  ///
  /// Forms without a container must not lead in a cycle, since each hands on the same value.
  var container: ContentShape? { get }

  /// Reads the next part of a value.
  ///
  /// - Parameters:
  ///   - value: The value, and the reading position in it.
  ///   - answer: The part of the answer that has arrived.
  /// - Returns: The next step.
  /// - Throws: ``AnswerFault`` if the value does not have the form.
  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step

  /// The pieces of the answer for a declared value; `nil` if the value stays unchanged.
  func pieces(of value: GeneratedContent) -> [AnswerPiece]?

  /// Finds the place in the answer of a part of the declared value.
  ///
  /// - Parameters:
  ///   - step: The step from the declared value to the part; `nil` for the complete value.
  ///   - value: The value of the answer.
  /// - Returns: The steps in the answer, and the number of the part; `nil` if the answer has no
  ///   separate place for the part.
  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)?
}

extension AnswerForm {
  var container: ContentShape? { nil }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? { nil }
}

extension AnswerMapping {
  /// The types of all forms, for decoding stored mappings.
  static let forms: [any AnswerForm.Type] = [
    EntriesForm.self, ElementsForm.self, TextForm.self, ChoicesForm.self, SpellingForm.self,
    WrappedForm.self, ListForm.self,
  ]
}

/// A piece of an answer that is being written.
enum AnswerPiece {
  case beginArray, endArray
  case beginObject, endObject
  case key(String)
  case string(String)

  /// A part of the declared content, by the number of the part in its form.
  case part(GeneratedContent, as: Int)

  /// Content that stays unchanged.
  case content(GeneratedContent)

  /// The pieces between these two are one value, which is written as JSON text.
  case beginText, endText
}
