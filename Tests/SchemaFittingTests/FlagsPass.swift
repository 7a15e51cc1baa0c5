import ContentStorage
import SchemaEncoding
import SchemaGuides
import SchemaModel

@testable import SchemaFitting

/// An array that may have all of its choices once becomes an object with a boolean for each.
struct FlagsPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules[.choices] == .written }

  func run(on editor: inout GraphEditor) { editor.change(sets(in: editor.graph), by: fit) }

  private func sets(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .array }.filter { array in
      guard let choices = choices(of: array, in: graph),
        let constraints = graph.constraints(of: array)
      else { return false }
      return constraints.maximumCount == choices.count && constraints.minimumCount == nil
    }
  }

  private func fit(_ array: NodeID, in editor: inout GraphEditor) {
    let choices = choices(of: array, in: editor.graph) ?? []
    editor.note(.choices, at: array, "A set is written as an object of flags.", remedy: nil)
    editor.replace(
      array,
      by: .object(
        choices.map { ($0, .made(.boolean)) }, description: editor.graph[array].description,
        inverse: Inverse(FlagsForm(choices: choices))))
  }

  private func choices(of array: NodeID, in graph: FittingGraph) -> [String]? {
    let choices = graph.children(of: array).first.flatMap { graph.constraints(of: $0)?.choices }
    guard let choices, choices.allSatisfy({ $0.string != nil }) else { return nil }
    return choices.compactMap(\.string)
  }
}

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
