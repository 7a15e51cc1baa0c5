import ContentStorage
import SchemaModel

@testable import SchemaFitting

/// A set of some strings, which the answer has as an object with a boolean for each.
struct FlagsForm: AnswerForm {
  static let name = "flags"

  /// The strings that a value may have.
  let choices: [String]

  var container: ContentShape? { .array }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    while let flag = answer.nextProperty(&value.children) {
      guard answer.stored(at: flag.value).bool == true else { continue }
      value.position += 1
      return .content(GeneratedContent(answer.text(at: flag.key)))
    }
    return answer.isOpen(at: value.place) ? .more : .end
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    let texts = value.elements.compactMap(\.text)
    let set = Set(texts)
    // Another order, a repeated string and a value that is not a choice would be lost.
    guard value.shape == .array, value.elements.allSatisfy({ $0.text != nil }),
      texts == choices.filter({ set.contains($0) })
    else { return nil }
    let flags = choices.flatMap { choice in
      [AnswerPiece.key(choice), .content(GeneratedContent(set.contains(choice)))]
    }
    return [.beginObject] + flags + [.endObject]
  }
}
