import SchemaDocuments
import SchemaKit
import SchemaText

/// The keywords of two documents that their translations do not state.
///
/// A comparison of the translations does not cover such a keyword. Its result holds for the
/// documents if every keyword that one of them does not state is repeated in the other, or does not
/// apply to the part that differs.
struct UnstatedKeywords {
  /// A keyword that a translation does not state.
  private struct Loss: Hashable {
    /// The place of the schema with the keyword.
    let owner: SchemaPath

    /// The keyword; `nil` if the whole schema is lost.
    let keyword: Keyword?

    /// `true` if the translation may allow values that the document rejects.
    let allowsMore: Bool

    /// `true` if the translation may reject values that the document allows.
    let allowsLess: Bool

    /// The types that the import inferred, in its words; `nil` for other losses.
    let inferredTypes: String?
  }

  private let old: SchemaDocument?
  private let new: SchemaDocument?
  private let oldLosses: [Loss]
  private let newLosses: [Loss]
  private var oldPlaces: SchemaPlaces?

  /// `true` if both documents are equal.
  let areDocumentsEqual: Bool

  init(old: SchemaReading, new: SchemaReading) {
    self.old = old.document
    self.new = new.document
    oldLosses = Self.losses(of: old)
    newLosses = Self.losses(of: new)
    if let first = old.document, let second = new.document {
      areDocumentsEqual = first.place == second.place && first.content == second.content
      if !oldLosses.isEmpty { oldPlaces = SchemaPlaces(first.content, at: first.place) }
    } else {
      areDocumentsEqual = false
    }
  }

  /// Returns the keywords that the translation of a reading does not state.
  private static func losses(of reading: SchemaReading) -> [Loss] {
    let root = reading.document?.place ?? SchemaPath()
    return reading.findings.compactMap { loss(by: $0, from: root) }
  }

  /// Returns the loss that a finding of the import reports; `nil` if it reports none.
  private static func loss(by finding: Finding, from root: SchemaPath) -> Loss? {
    guard finding.severity == .warning else { return nil }
    // A pointer that cannot be read counts as the whole document.
    let path = (try? SchemaPath(pointer: finding.pointer)) ?? SchemaPath()
    let (owner, rest) = JSONSchemaPath.split(path, from: root)
    let hasInferredType = finding.code == ImportRule.inferredType.code
    return Loss(
      owner: owner, keyword: rest.first.flatMap { Keyword(rawValue: $0.token) },
      allowsMore: !hasInferredType,
      allowsLess: hasInferredType || finding.code == ImportRule.tuple.code,
      inferredTypes: hasInferredType ? finding.problem : nil)
  }

  // MARK: Findings

  /// Returns the findings of reading both documents, in the words of a comparison.
  ///
  /// Keywords that are not compared are left out if they have no effect on the result, or if the
  /// report has them as reasons.
  func findings(
    old: SchemaReading, new: SchemaReading, verdict: SchemaCompatibility.Verdict,
    besides reasons: [Finding]
  ) -> [Finding] {
    if areDocumentsEqual { return [] }
    let lossesOfNew = lossesOfNew
    let repeated = Set(newLosses).intersection(oldLosses).subtracting(lossesOfNew)
    let reported = reasons.isEmpty ? [] : Set(lossesOfNew)
    return [(old, repeated), (new, repeated.union(reported))].flatMap { reading, omitted in
      let root = reading.document?.place ?? SchemaPath()
      return reading.findings.compactMap { finding -> Finding? in
        guard let loss = Self.loss(by: finding, from: root) else { return finding }
        guard !omitted.contains(loss) else { return nil }
        guard let clause = Self.clause(on: loss, by: finding) else { return finding }
        return verdict == .compatible ? nil : finding.replacing(problem: "\(clause).", remedy: nil)
      }
    }
  }

  /// Returns the keywords of the new document that may exclude old answers, as the reasons of a
  /// result that is not known.
  ///
  /// - Parameter new: The new document.
  /// - Returns: A finding at the place of each keyword. The result is empty unless the import has a
  ///   finding with a clause (``clause(on:by:)``) for each keyword.
  func reasons(in new: SchemaReading) -> [Finding] {
    let losses = Set(lossesOfNew)
    let root = new.document?.place ?? SchemaPath()
    var met: Set<Loss> = []
    let findings = new.findings.compactMap { finding -> Finding? in
      guard let loss = Self.loss(by: finding, from: root), losses.contains(loss),
        let clause = Self.clause(on: loss, by: finding)
      else { return nil }
      met.insert(loss)
      return Finding(
        severity: .warning, code: ComparisonRule.lossySchema.code, source: finding.source,
        position: finding.position, pointer: finding.pointer,
        problem: "\(clause), and may exclude old answers.",
        remedy: "Validate stored answers against the new schema.")
    }
    return met == losses ? findings : []
  }

  /// Returns a clause that the keyword is not compared; `nil` if the problem of the import's
  /// finding is used instead.
  private static func clause(on loss: Loss, by finding: Finding) -> String? {
    guard let keyword = loss.keyword?.rawValue else { return nil }
    return switch ImportRule(rawValue: finding.code) {
    case .not, .contains, .uniqueItems, .propertyNames, .dependencies, .unevaluated:
      "'\(keyword)' is not compared"
    case .condition, .combination: "'\(keyword)' is not compared in full"
    default: nil
    }
  }

  // MARK: Breaks

  /// Returns a sentence that explains why a proven difference of the translations may not be a
  /// difference of the documents; `nil` if the difference is certain.
  ///
  /// The difference is certain if no unstated keyword of the old document applies to the value that
  /// differs, or to a value around it, and if the new document allows more than its translation
  /// only where the old one does.
  mutating func doubt(about reason: SchemaCompatibility.Reason) -> String? {
    guard Set(newLosses.filter(\.allowsLess)).isSubset(of: oldLosses) else {
      return "A part of the new schema is not compared, and may still allow these values."
    }
    var losses = oldLosses.filter(\.allowsMore)
    if losses.isEmpty { return nil }
    if let schemas = oldPlaces?.schemas(along: reason.path) {
      losses.removeAll { !schemas.contains($0.owner) || allowsFewElements($0, of: reason) }
      if losses.isEmpty { return nil }
    }
    return "\(Self.uncompared(losses, of: "old")) already exclude these values."
  }

  /// The beginning of a sentence on the possible effect of keywords that are not compared.
  private static func uncompared(_ losses: [Loss], of schema: String) -> String {
    let names = Set(losses.compactMap(\.keyword?.rawValue)).sorted()
    let subject =
      names.isEmpty
      ? "A part of the \(schema) schema" : "\(names.listed(quotedBy: "'")) in the \(schema) schema"
    return "\(subject) \(names.count > 1 ? "are" : "is") not compared, and may"
  }

  /// Returns `true` if a loss is a `uniqueItems`, and arrays of at most one element show the
  /// difference.
  ///
  /// Such arrays always satisfy the keyword, and have no other elements than the one that differs.
  private func allowsFewElements(
    _ loss: Loss, of reason: SchemaCompatibility.Reason
  ) -> Bool {
    guard loss.keyword == .uniqueItems else { return false }
    if reason.rule == .elementCount, let count = reason.lostCount, count > 1 { return false }
    let array = old.flatMap { $0.content.value(at: loss.owner) }
    guard let least = array?.property(named: Keyword.minItems.rawValue) else { return true }
    return ((try? least.value(Int.self)) ?? .max) <= 1
  }

  // MARK: Equal parts

  /// A sentence that explains why the documents may be incompatible although their translations are
  /// compatible; `nil` if they cannot be.
  ///
  /// They cannot be if each unstated keyword of the new document is also one of the old document
  /// and applies to the same values, and if the new document allows more values than its
  /// translation wherever the old one does.
  var compatibilityDoubt: String? {
    if areDocumentsEqual { return nil }
    let losses = lossesOfNew
    if !losses.isEmpty { return "\(Self.uncompared(losses, of: "new")) exclude old answers." }
    if Set(oldLosses.filter(\.allowsLess)).isSubset(of: newLosses) { return nil }
    return "A part of the old schema is not compared, and may allow further answers."
  }

  /// The keywords that the translation of the new document lost, and that the old document does not
  /// have with the same effect.
  private var lossesOfNew: [Loss] {
    let losses = newLosses.filter(\.allowsMore)
    guard !losses.isEmpty, let old, let new, old.place == new.place else { return losses }
    // The old document may have the keyword where it has no effect, as beside a reference in some
    // drafts; then its translation has not lost it.
    let known = Set(oldLosses)
    var comparison = DocumentParts(old: old, new: new)
    return losses.filter { loss in
      !known.contains(loss) || !comparison.isRepeated(loss.keyword, at: loss.owner)
    }
  }
}

/// The parts of two documents at the same places.
private struct DocumentParts {
  private let old: GeneratedContent
  private let new: GeneratedContent
  private let root: SchemaPath
  /// `true` if both documents have the same language.
  private let hasOneLanguage: Bool
  /// The places of all references of the new document, with their targets; `nil` if the target of a
  /// reference depends on more than its text.
  private let references: [(owner: SchemaPath, target: SchemaPath)]?
  /// The results of earlier comparisons, by the places of the parts.
  private var known: [SchemaPath: Bool] = [:]
  /// The number of references that may still be followed; at 0, no keyword counts as repeated.
  private var remainingWork = 1_000_000

  init(old: SchemaDocument, new: SchemaDocument) {
    self.old = old.content
    self.new = new.content
    root = new.place
    hasOneLanguage = old.language == new.language
    references = Self.references(of: new.content, from: new.place)
  }

  /// The keywords whose meaning depends only on their values, and on the values of the other
  /// keywords in the list.
  static let independent: [Keyword: [Keyword]] = [
    .uniqueItems: [], .not: [], .propertyNames: [], .dependentRequired: [], .dependentSchemas: [],
    .dependencies: [], .format: [], .contains: [.minContains, .maxContains],
    .if: [.then, .else], .then: [.if, .else], .else: [.if, .then],
  ]

  /// Returns `true` if the old document has the same keyword at the same place, with the same
  /// meaning, and applies it to the same values.
  mutating func isRepeated(_ keyword: Keyword?, at owner: SchemaPath) -> Bool {
    // Another language can give the same keyword another meaning.
    guard hasOneLanguage else { return false }
    guard let keyword, let others = Self.independent[keyword] else {
      return isEqual(owner) && isSameContext(owner)
    }
    for keyword in [keyword] + others where !isEqual(owner.appending(keyword)) { return false }
    return isSameContext(owner)
  }

  /// Returns `true` if a part is the same in both documents, with everything that it refers to.
  private mutating func isEqual(_ path: SchemaPath) -> Bool {
    guard let references else { return false }
    var pending = [path]
    var seen: Set<SchemaPath> = [path]
    while let path = pending.popLast() {
      guard isSameValue(path), spendWork(references.count) else { return false }
      for reference in references where reference.owner.begins(with: path) {
        if seen.insert(reference.target).inserted { pending.append(reference.target) }
      }
    }
    return true
  }

  private mutating func isSameValue(_ path: SchemaPath) -> Bool {
    if let known = known[path] { return known }
    let isSame = old.value(at: path) == new.value(at: path)
    known[path] = isSame
    return isSame
  }

  /// Subtracts steps from the remaining work; `false` if there are not enough.
  private mutating func spendWork(_ count: Int) -> Bool {
    remainingWork -= count
    return remainingWork >= 0
  }

  /// Returns `true` if the new document applies the schema at a place only to values to which the
  /// old document applies it.
  private mutating func isSameContext(_ place: SchemaPath) -> Bool {
    guard let references else { return false }
    var pending = [place]
    var seen: Set<SchemaPath> = [place]
    while let place = pending.popLast() {
      guard isReachedAlike(place), spendWork(references.count) else { return false }
      for reference in references where place.begins(with: reference.target) {
        guard isSameValue(reference.owner.appending(.reference)) else { return false }
        if seen.insert(reference.owner).inserted { pending.append(reference.owner) }
      }
    }
    return true
  }

  /// Returns `true` if the keywords from the root, or from a definition, to a place apply it to the
  /// same values in both documents.
  private mutating func isReachedAlike(_ place: SchemaPath) -> Bool {
    var steps = ArraySlice(place.components.dropFirst(root.components.count))
    var schema = root
    while let step = steps.popFirst() {
      switch Keyword(rawValue: step.token) {
      case .newDefinitions, .definitions, .properties, .allOf:
        guard let name = steps.popFirst() else { return false }
        schema = schema.appending(step).appending(name)
      case .items where isEqual(schema.appending(.prefixItems)):
        schema = schema.appending(step)
      // The schemas of an alternative apply to the values of that alternative.
      default: return isEqual(schema)
      }
    }
    return true
  }

  /// Returns all references of a document; `nil` if one of them does not lead to a place in the
  /// document.
  private static func references(
    of document: GeneratedContent, from root: SchemaPath
  ) -> [(owner: SchemaPath, target: SchemaPath)]? {
    var references: [(owner: SchemaPath, target: SchemaPath)] = []
    var pending: [(SchemaPath, GeneratedContent)] = [(SchemaPath(), document)]
    while let (path, value) = pending.popLast() {
      switch value.shape {
      case .array:
        for (index, element) in value.elements.enumerated() {
          pending.append((path.appending(.index(index)), element))
        }
      case .object:
        for (name, part) in value.properties {
          switch Keyword(rawValue: name) {
          case .reference:
            guard part.shape == .string else { break }
            guard let text = try? part.value(String.self), text.hasPrefix("#"), !text.contains("%"),
              let target = try? SchemaPath(pointer: String(text.dropFirst()))
            else { return nil }
            // A reference leads to a place in the part, or else to one in the whole document.
            let inPart = target.components.reduce(root) { $0.appending($1) }
            let isInPart = document.value(at: inPart) != nil
            if isInPart, !path.begins(with: root) { return nil }
            references.append((path, isInPart ? inPart : target))
          case .newID where path != root: return nil
          case .anchor, .dynamicReference, .dynamicAnchor, .recursiveReference, .recursiveAnchor:
            return nil
          default: break
          }
          pending.append((path.appending(.key(name)), part))
        }
      default: break
      }
    }
    return references
  }
}

/// The path of a JSON Pointer through the keywords of a document.
private enum JSONSchemaPath {
  /// Splits the path of a keyword into the place of the schema with the keyword, and the rest.
  static func split(
    _ path: SchemaPath, from root: SchemaPath
  ) -> (owner: SchemaPath, rest: ArraySlice<SchemaPath.Component>) {
    guard path.begins(with: root) else { return (root, []) }
    var owner = root
    var rest = path.components[root.components.count...]
    while let keyword = rest.first.flatMap({ Keyword(rawValue: $0.token) }) {
      // The keyword is compared as a whole.
      if DocumentParts.independent[keyword] != nil { break }
      let length: Int
      switch keyword.rule.form {
      case .schemas, .namedSchemas, .uncheckedNamedSchemas: length = 2
      case .schema, .schemaOrSchemas: length = 1
      default: return (owner, rest)
      }
      guard rest.count > 1 else { break }
      for step in rest.prefix(length) { owner = owner.appending(step) }
      rest = rest.dropFirst(length)
    }
    return (owner, rest)
  }
}

extension SchemaPath {
  fileprivate func appending(_ keyword: Keyword) -> SchemaPath { appending(.key(keyword.rawValue)) }

  /// Returns `true` if a path leads to the place of another one, or further in.
  fileprivate func begins(with other: SchemaPath) -> Bool {
    components.starts(with: other.components)
  }
}
