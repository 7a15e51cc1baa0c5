import ContentStorage
import IndexedTables
import SchemaContent
import SchemaModel
import SchemaValidation

/// Converts content to the answer to a fitted schema, without recursion.
struct AnswerWriter: ~Copyable {
  /// A value that is built: the answer, or a part of it that becomes JSON text.
  private final class Output {
    var builder = ContentBuilder(id: nil)
  }

  /// A piece of the answer, or a value of the content with its node.
  private enum Pending {
    case piece(AnswerPiece)
    case value(GeneratedContent, as: AnswerMapping.Node.ID)
  }

  private let plan: MappingPlan
  private let content: GeneratedContent

  /// The pieces that are not yet written, the next one last.
  private var pending: [Pending]

  private var output = Output()

  /// The values around the JSON text that is being written.
  private var outer: [Output] = []
  private var patterns = PatternMatchers()

  /// The evaluation that finds the alternatives of parts of the content; `nil` until the first
  /// union.
  private var verdicts: PartEvaluation?

  init(_ plan: MappingPlan, _ content: GeneratedContent) {
    self.plan = plan
    self.content = content
    pending = [.value(content, as: plan.root)]
  }

  /// Returns the answer.
  consuming func written() -> GeneratedContent {
    while let next = pending.popLast() {
      switch next {
      case .piece(let piece): write(piece)
      case .value(let value, let node):
        guard let parts = parts(of: value, node) else {
          output.builder.append(value)
          continue
        }
        pending += parts.reversed()
      }
    }
    return output.builder.snapshot()
  }

  private mutating func write(_ piece: AnswerPiece) {
    switch piece {
    case .beginArray: output.builder.beginArray()
    case .endArray: output.builder.endArray()
    case .beginObject: output.builder.beginObject()
    case .endObject: output.builder.endObject()
    case .key(let name): output.builder.key(name)
    case .string(let text): output.builder.string(text)
    case .content(let content), .part(let content, _): output.builder.append(content)
    case .beginText:
      outer.append(output)
      output = Output()
    case .endText:
      let text = output.builder.snapshot().jsonString(.compact)
      output = outer.removeLast()
      output.builder.string(text)
    }
  }

  /// The parts of the answer for a value; `nil` if the value stays unchanged.
  private mutating func parts(
    of value: GeneratedContent, _ node: AnswerMapping.Node.ID
  ) -> [Pending]? {
    var cursor = plan.cursor(at: node)
    while case .union(let union) = cursor {
      cursor = plan.cursor(at: alternative(of: value, among: plan.unions[union].alternatives))
    }
    switch cursor {
    case .object(let object):
      return value.shape == .object ? properties(of: value, object) : nil
    case .array, .tuple:
      guard value.shape == .array else { return nil }
      let parts = value.elements.enumerated().map { AnswerPiece.part($1, as: $0) }
      return pending([.beginArray] + parts + [.endArray], at: cursor)
    case .form, .single, .entries:
      return plan.form(at: cursor)?.pieces(of: value).map { pending($0, at: cursor) }
    case .same, .union: return nil
    }
  }

  /// Gives the parts of a value their nodes.
  private func pending(_ pieces: [AnswerPiece], at cursor: MappingCursor) -> [Pending] {
    pieces.map { piece in
      if case .part(let part, let number) = piece {
        .value(part, as: plan.node(ofPart: number, at: cursor))
      } else {
        .piece(piece)
      }
    }
  }

  private mutating func properties(
    of value: GeneratedContent, _ id: MappingPlan.Object.ID
  ) -> [Pending] {
    let object = plan.objects[id]
    var parts: [Pending] = [.piece(.beginObject)]
    var entries = [[AnswerPiece]](repeating: [], count: object.entries.count)
    var found: Set<MappingPlan.Property.ID> = []
    for (name, part) in value.properties {
      switch plan.member(declared: name, of: object, &patterns) {
      case .named(let property):
        found.insert(property)
        parts += pieces(of: property, for: part)
      case .entry(let position): entries[position] += EntriesForm().entry(name, part)
      case .unnamed(let node): parts += [.piece(.key(name)), .value(part, as: node)]
      }
    }
    for property in object.properties where !found.contains(property) {
      parts += pieces(forAbsenceOf: property)
    }
    for (position, pieces) in entries.enumerated() {
      let name = plan.answerName(of: object.entries[position].property)
      parts += pending(
        [.key(name), .beginArray] + pieces + [.endArray], at: .entries(of: id, at: position))
    }
    return parts + [.piece(.endObject)]
  }

  /// The pieces of an answer for a value of a property.
  private func pieces(
    of property: MappingPlan.Property.ID, for value: GeneratedContent
  ) -> [Pending] {
    let key = Pending.piece(.key(plan.answerName(of: property)))
    let part = Pending.value(value, as: plan.properties[property].node)
    switch plan.properties[property].absence {
    case .omittedOrNull, .omittedForNull: return value.shape == .null ? [] : [key, part]
    case .keptNull where value.shape == .null: return [key, .piece(.content(value))]
    case .omitted, .null, .keptNull, .emptyArray: return [key, part]
    }
  }

  /// The pieces of an answer for an absent property.
  private func pieces(forAbsenceOf property: MappingPlan.Property.ID) -> [Pending] {
    let key = Pending.piece(.key(plan.answerName(of: property)))
    switch plan.properties[property].absence {
    case .null, .keptNull: return [key, .piece(.content(GeneratedContent(kind: .null)))]
    case .emptyArray: return [key, .piece(.beginArray), .piece(.endArray)]
    case .omitted, .omittedOrNull, .omittedForNull: return []
    }
  }

  /// The node of the first alternative whose declared schema allows a part of the content.
  ///
  /// If no schema allows the part, it stays unchanged. The first call evaluates the complete
  /// content. Without declared schemas, the result is the node of the first alternative.
  private mutating func alternative(
    of value: GeneratedContent, among alternatives: [AnswerMapping.Alternative]
  ) -> AnswerMapping.Node.ID {
    if verdicts == nil { verdicts = plan.alternatives?.evaluation(of: content) }
    return alternatives.first { verdicts?.allows(value, $0.schema) ?? true }?.value ?? .same
  }
}
