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

  private let oldLosses: [Loss]
  private let newLosses: [Loss]
  /// The keywords that the translation of the new document lost, and that the old document does not
  /// have with the same effect.
  private let lossesOfNew: [Loss]
  private var oldPlaces: SchemaPlaces?

  /// `true` if both documents are equal.
  let areDocumentsEqual: Bool

  init(old: SchemaReading, new: SchemaReading) {
    oldLosses = Self.losses(of: old)
    newLosses = Self.losses(of: new)
    let losses = newLosses.filter(\.allowsMore)
    guard let first = old.document, let second = new.document else {
      areDocumentsEqual = false
      lossesOfNew = losses
      return
    }
    areDocumentsEqual = first.place == second.place && first.content == second.content
    if !oldLosses.isEmpty { oldPlaces = SchemaPlaces(first.content, at: first.place) }
    guard !losses.isEmpty, first.place == second.place, !areDocumentsEqual else {
      lossesOfNew = losses
      return
    }
    // The old document may have the keyword where it has no effect, as beside a reference in some
    // drafts; then its translation has not lost it.
    let known = Set(oldLosses)
    let parts = DocumentParts(old: first, new: second)
    lossesOfNew = losses.filter { loss in
      !known.contains(loss) || !parts.isRepeated(loss.keyword, at: loss.owner)
    }
  }

  /// Returns the keywords that the translation of a reading does not state.
  private static func losses(of reading: SchemaReading) -> [Loss] {
    var owners = KeywordOwners(from: reading.document?.place ?? SchemaPath())
    return reading.findings.compactMap { loss(by: $0, owners: &owners) }
  }

  /// Returns the loss that a finding of the import reports; `nil` if it reports none.
  private static func loss(by finding: Finding, owners: inout KeywordOwners) -> Loss? {
    guard finding.severity == .warning else { return nil }
    let (owner, keyword) = owners.owner(at: finding.place)
    let hasInferredType = finding.code == ImportRule.inferredType.code
    return Loss(
      owner: owner, keyword: keyword.flatMap { Keyword(rawValue: $0.token) },
      allowsMore: !hasInferredType, allowsLess: hasInferredType,
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
    let repeated = Set(newLosses).intersection(oldLosses).subtracting(lossesOfNew)
    let reported = reasons.isEmpty ? [] : Set(lossesOfNew)
    let isPlainlyNamed = { (loss: Loss, finding: Finding) in
      Self.clause(on: loss, by: finding) != nil || repeated.contains(loss)
    }
    return [(old, repeated), (new, repeated.union(reported))].flatMap { reading, omitted in
      var owners = KeywordOwners(from: reading.document?.place ?? SchemaPath())
      return reading.findings.compactMap { finding -> Finding? in
        guard let loss = Self.loss(by: finding, owners: &owners) else { return finding }
        // The cause is in the finding of a keyword that is reported without one.
        guard !omitted.contains(loss) || !isPlainlyNamed(loss, finding) else { return nil }
        guard let clause = Self.clause(on: loss, by: finding) else { return finding }
        return verdict == .compatible ? nil : finding.replacing(problem: "\(clause).", remedy: nil)
      }
    }
  }

  /// Returns the keywords of the new document that may exclude old answers, as the reasons of a
  /// result that is not known.
  ///
  /// - Parameter new: The new document.
  /// - Returns: A finding at the place of each keyword.
  func reasons(in new: SchemaReading) -> [Finding] {
    let losses = Set(lossesOfNew)
    var owners = KeywordOwners(from: new.document?.place ?? SchemaPath())
    var met: Set<Loss> = []
    let findings = new.findings.compactMap { finding -> Finding? in
      guard let loss = Self.loss(by: finding, owners: &owners), losses.contains(loss),
        met.insert(loss).inserted
      else { return nil }
      let clause =
        Self.clause(on: loss, by: finding)
        ?? loss.keyword.map { "'\($0.rawValue)' is not compared" }
        ?? "This part of the schema is not compared in full"
      return Finding(
        severity: .warning, code: ComparisonRule.lossySchema.code, source: finding.source,
        position: finding.position, place: finding.place,
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

  /// The paths in values to which the keywords of the new document apply that are not compared.
  var valuePlaces: [SchemaPath] {
    lossesOfNew.map { loss in
      var steps = loss.owner.components.map(\.token)[...]
      var path: [String] = []
      while let step = steps.popFirst() {
        switch Keyword(rawValue: step) {
        case .properties: if let name = steps.popFirst() { path.append(name) }
        case .anyOf, .oneOf, .prefixItems: if let number = steps.popFirst() { path.append(number) }
        case .newDefinitions, .definitions:
          _ = steps.popFirst()
          path = []
        default: break
        }
      }
      return SchemaPath(path)
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
    guard let least = oldPlaces?.value(of: .minItems, at: loss.owner) else { return true }
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
    if !lossesOfNew.isEmpty {
      return "\(Self.uncompared(lossesOfNew, of: "new")) exclude old answers."
    }
    if Set(oldLosses.filter(\.allowsLess)).isSubset(of: newLosses) { return nil }
    return "A part of the old schema is not compared, and may allow further answers."
  }
}

/// The schemas that own the keywords at paths of a document.
///
/// Each step is read once, however many paths share it.
private struct KeywordOwners {
  /// The part of a document at a path.
  private enum State {
    /// The schema at the path.
    case schema
    /// The schema after a keyword of the schema around it, which the path ends with.
    case schemaOfKeyword
    /// The keyword of the schema around it, which has schemas by their names.
    case names
    /// A part of a keyword that is compared as a whole; with the schema and the keyword.
    case inside(owner: SchemaPath, keyword: SchemaPath.Component)
  }

  private let root: SchemaPath
  private var states: [SchemaPath: State] = [:]

  /// - Parameter root: The place of the document's schema.
  init(from root: SchemaPath) {
    self.root = root
    states[root] = .schema
  }

  /// Returns the place of the schema that owns the keyword at a path, and the keyword; `nil` if the
  /// path is that of the schema, or leads elsewhere.
  mutating func owner(at path: SchemaPath) -> (place: SchemaPath, keyword: SchemaPath.Component?) {
    guard path.begins(with: root) else { return (root, nil) }
    var way: [SchemaPath] = []
    var next = path
    while states[next] == nil, let parent = next.parent {
      way.append(next)
      next = parent
    }
    for step in way.reversed() { states[step] = state(at: step) }
    switch states[path] {
    case .schema, nil: return (path, nil)
    case .schemaOfKeyword, .names: return (path.parent ?? root, path.last)
    case .inside(let owner, let keyword): return (owner, keyword)
    }
  }

  /// Returns the state at a path whose parent has one.
  private func state(at path: SchemaPath) -> State? {
    guard let parent = path.parent, let step = path.last, let outer = states[parent] else {
      return nil
    }
    switch outer {
    case .names: return .schema
    case .inside: return outer
    case .schema, .schemaOfKeyword:
      // Some keywords are compared without looking at the schemas inside.
      guard let keyword = Keyword(rawValue: step.token), DocumentParts.independent[keyword] == nil
      else { return .inside(owner: parent, keyword: step) }
      switch keyword.rule.form {
      case .schemas, .namedSchemas, .uncheckedNamedSchemas: return .names
      case .schema, .schemaOrSchemas: return .schemaOfKeyword
      default: return .inside(owner: parent, keyword: step)
      }
    }
  }
}
