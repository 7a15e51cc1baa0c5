import ContentStorage
import SchemaModel

/// A form in which answers have values of the declared type, with both ways between the two.
///
/// A form reads a value while it arrives: the reader asks for one part after the other, and asks
/// again when more has arrived. The way there is written at once.
protocol AnswerForm: Sendable, Hashable, Codable {
  /// The name under which a stored mapping has the form; each form has its own.
  static var name: String { get }

  /// Indicates whether an answer's value of some shape has the form; another value stays as it is.
  func reads(_ shape: ContentShape) -> Bool

  /// The shape of the declared value, if it is an array or an object; `nil` if its only part is
  /// the value.
  var container: ContentShape? { get }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - value: The value, and how far it has been read.
  ///   - answer: What has arrived of the answer.
  /// - Returns: What comes next.
  /// - Throws: ``AnswerFault`` if the value does not have the form.
  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step

  /// The pieces of the answer that stand for a declared value; `nil` if it stays as it is.
  func pieces(of value: GeneratedContent) -> [AnswerPiece]?

  /// The property of the answer that has the whole value, and the node of the value; `nil` if the
  /// answer has only parts of it, or a text.
  var wrapped: (property: String, node: AnswerMapping.Node.ID)? { get }

  /// Finds the place in the answer of a part of the declared value.
  ///
  /// - Parameters:
  ///   - step: The step from the declared value to the part.
  ///   - value: The value of the answer.
  /// - Returns: The steps in the answer, and the node of the part; `nil` if it has no place of its
  ///   own.
  func place(
    of step: SchemaPath.Component, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], node: AnswerMapping.Node.ID)?
}

extension AnswerForm {
  var container: ContentShape? { nil }

  var wrapped: (property: String, node: AnswerMapping.Node.ID)? { nil }

  func place(
    of step: SchemaPath.Component, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], node: AnswerMapping.Node.ID)? { nil }
}

extension AnswerMapping {
  /// The types of all forms, by which stored mappings are decoded.
  static let forms: [any AnswerForm.Type] = fittingPasses.flatMap { $0.forms }
}

/// A piece of an answer that is being written.
enum AnswerPiece {
  case beginArray, endArray
  case beginObject, endObject
  case key(String)
  case string(String)

  /// A part of the declared content, and its node.
  case value(GeneratedContent, as: AnswerMapping.Node.ID)

  /// The pieces between these are one value, which is written as JSON text.
  case beginText, endText
}
