import ContentStorage
import SchemaContent
import SchemaModel
import SchemaValidation

/// Converts content to the answer to a fitted schema, without recursion.
struct AnswerWriter: ~Copyable {
  /// A value that is built: the answer, or a part of it that becomes JSON text.
  private final class Output {
    var builder = ContentBuilder(id: nil)
  }

  private let plan: MappingPlan
  private let content: GeneratedContent

  /// The pieces that are not yet written, the next one last.
  private var pieces: [AnswerPiece]

  private var output = Output()

  /// The values around the JSON text that is being written.
  private var outer: [Output] = []
  private var patterns = PatternMatchers()

  /// The evaluation that finds the alternatives of parts of the content; `nil` until the first
  /// union.
  private var verdicts: PartEvaluation?

  /// The indices of an object form's properties by their declared names, by the node.
  private var indices: [AnswerMapping.Node.ID: [ExactText: Int]] = [:]

  /// The declared names of the named properties of an object form with entries, by the node.
  private var listedNames: [AnswerMapping.Node.ID: Set<ExactText>] = [:]

  init(_ plan: MappingPlan, _ content: GeneratedContent) {
    self.plan = plan
    self.content = content
    pieces = [.value(content, as: plan.root)]
  }

  /// Returns the answer.
  consuming func written() -> GeneratedContent {
    while let piece = pieces.popLast() { write(piece) }
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
    case .value(let value, let node):
      guard let parts = parts(of: value, node) else { return output.builder.append(value) }
      pieces += parts.reversed()
    case .beginText:
      outer.append(output)
      output = Output()
    case .endText:
      let text = output.builder.snapshot().jsonString(.compact)
      output = outer.removeLast()
      output.builder.string(text)
    }
  }

  /// The pieces of the answer for a value; `nil` if the value stays unchanged.
  private mutating func parts(
    of value: GeneratedContent, _ node: AnswerMapping.Node.ID
  ) -> [AnswerPiece]? {
    var node = node
    while true {
      switch plan[node] {
      case .same: return nil
      case .union(let alternatives): node = alternative(of: value, alternatives)?.value ?? .same
      case .object(let form): return value.shape == .object ? parts(of: value, form, node) : nil
      case .array(let elements):
        return array(value) { _ in elements }
      case .tuple(let elements):
        return array(value) { elements.indices.contains($0) ? elements[$0] : .same }
      case .other(let any): return any.form.pieces(of: value)
      }
    }
  }

  private func array(
    _ value: GeneratedContent, _ node: (Int) -> AnswerMapping.Node.ID
  ) -> [AnswerPiece]? {
    guard value.shape == .array else { return nil }
    let parts = value.elements.enumerated().map { AnswerPiece.value($1, as: node($0)) }
    return [.beginArray] + parts + [.endArray]
  }

  private mutating func parts(
    of value: GeneratedContent, _ form: AnswerMapping.ObjectForm, _ node: AnswerMapping.Node.ID
  ) -> [AnswerPiece] {
    let indices = indices(of: form, node)
    let listed = form.entries.map { listedNames(of: $0, node) } ?? []
    var pieces: [AnswerPiece] = [.beginObject]
    var entries: [AnswerPiece] = []
    var found: Set<Int> = []
    for (name, part) in value.properties {
      if let index = indices[ExactText(name)] {
        found.insert(index)
        pieces += form.properties[index].pieces(for: part)
      } else if let property = form.entries, !listed.contains(ExactText(name)) {
        entries += EntriesForm.entry(name, part, property.values)
      } else {
        pieces += [.key(name), .value(part, as: form.others(name, &patterns))]
      }
    }
    for (index, property) in form.properties.enumerated() where !found.contains(index) {
      pieces += property.piecesForAbsence
    }
    if let property = form.entries {
      pieces += [.key(property.property), .beginArray] + entries + [.endArray]
    }
    return pieces + [.endObject]
  }

  private mutating func indices(
    of form: AnswerMapping.ObjectForm, _ node: AnswerMapping.Node.ID
  ) -> [ExactText: Int] {
    if let known = indices[node] { return known }
    let named = form.properties.enumerated().map { (ExactText($1.name), $0) }
    let made = Dictionary(named) { first, _ in first }
    indices[node] = made
    return made
  }

  private mutating func listedNames(
    of entries: AnswerMapping.EntriesProperty, _ node: AnswerMapping.Node.ID
  ) -> Set<ExactText> {
    if let known = listedNames[node] { return known }
    let made = Set(entries.names.map { ExactText($0) })
    listedNames[node] = made
    return made
  }

  /// The first alternative whose declared schema allows a part of the content; `nil` if no schema
  /// allows the part.
  ///
  /// The first call evaluates the complete content. Without declared schemas, the result is the
  /// first alternative.
  private mutating func alternative(
    of value: GeneratedContent, _ alternatives: [AnswerMapping.Alternative]
  ) -> AnswerMapping.Alternative? {
    if verdicts == nil { verdicts = plan.alternatives?.evaluation(of: content) }
    return alternatives.first { verdicts?.allows(value, $0.schema) ?? true }
  }
}

extension AnswerMapping.Property {
  /// The pieces of an answer for a value of the property.
  fileprivate func pieces(for value: GeneratedContent) -> [AnswerPiece] {
    let part = AnswerPiece.value(value, as: self.value)
    switch absence {
    case .omittedOrNull, .omittedForNull:
      return value.shape == .null ? [] : [.key(answerName), part]
    case .keptNull where value.shape == .null: return [.key(answerName), .value(value, as: .same)]
    case .emptyArray: return [.key(answerName), .beginArray, part, .endArray]
    case .omitted, .null, .keptNull: return [.key(answerName), part]
    }
  }

  /// The pieces of an answer for an absent property.
  fileprivate var piecesForAbsence: [AnswerPiece] {
    switch absence {
    case .null, .keptNull:
      [.key(answerName), .value(GeneratedContent(kind: .null), as: .same)]
    case .emptyArray: [.key(answerName), .beginArray, .endArray]
    case .omitted, .omittedOrNull, .omittedForNull: []
    }
  }
}
