/// The compatibility of a new schema with answers that were stored under an old one.
///
///     let compatibility = SchemaCompatibility(from: old, to: new)
///     if compatibility.verdict != .compatible { print(compatibility.reasons) }
///
/// Titles, descriptions, names of definitions and the order of properties have no effect. Recursive
/// types are compared by assumption: a pair of places that is already being compared is assumed to
/// be compatible, unless a difference is found elsewhere.
///
/// - Complexity: Linear in the sizes of the schemas. Without unions, the number of compared pairs
///   is the number of places of one schema. With unions, the number is limited in proportion to the
///   schemas. The comparison does not recurse.
public struct SchemaCompatibility: Sendable {
  /// The result of a comparison.
  public enum Verdict: String, Sendable, CaseIterable {
    /// Every value of the old schema is a value of the new one.
    case compatible
    /// A value of the old schema is not a value of the new one.
    case breaking
    /// The comparison could not show either.
    case unknown
  }

  /// A reason why the schemas are not, or may not be, compatible.
  public struct Reason: Sendable, Hashable {
    /// The kind of difference.
    public let rule: ComparisonRule

    /// `true` if it is certain that the change makes a stored value invalid.
    public let isCertain: Bool

    /// The path in the old schema; for a property that the old schema does not have, the path in
    /// the new schema.
    public let path: SchemaPath

    /// The difference, as a sentence.
    public let problem: String

    /// The remedy, as a sentence.
    public let remedy: String

    /// The smallest number of elements or properties of a lost value; `nil` if no count is the
    /// problem.
    package let lostCount: Int?
  }

  /// Choices on how schemas are compared.
  public struct Options: Sendable, Hashable {
    /// `true` if stored answers have no property that only the new schema names.
    ///
    /// An object that is open to any further property may have a property of that name, with a
    /// value of another type. Models rarely add such properties, so by default an optional property
    /// may be added to an open object. Set this to `false` if the stored answers do not come from
    /// models.
    public var assumesAddedNamesAreUnused = true

    /// `true` if the old schema states fewer constraints than the document from which it was
    /// translated.
    ///
    /// A value that seems to get lost may not be valid under the document.
    public var oldStatesLessThanDocument = false

    /// `true` if the new schema states fewer constraints than the document from which it was
    /// translated.
    ///
    /// A value that seems to be kept may not be valid under the document.
    public var newStatesLessThanDocument = false

    /// The largest number of pairs of places; beyond it, the verdict is ``Verdict/unknown``.
    ///
    /// The number is also limited in proportion to the sizes of the schemas.
    package var maximumPairs = 500_000

    /// The largest number of listed reasons.
    package var maximumReasons = 200

    /// Creates the default options.
    public init() {}
  }

  /// The result.
  public let verdict: Verdict

  /// The differences that prevent compatibility, with the differences nearest to the root first.
  public let reasons: [Reason]

  /// The number of reasons that are not listed.
  public let omittedReasons: Int

  /// The result for two equal documents.
  package static let ofEqualDocuments = SchemaCompatibility(.compatible, [], omittedReasons: 0)

  private init(_ verdict: Verdict, _ reasons: [Reason], omittedReasons: Int) {
    self.verdict = verdict
    self.reasons = reasons
    self.omittedReasons = omittedReasons
  }

  /// The result for the documents from which the schemas were translated, if a translation allows
  /// other values than its document.
  ///
  /// A proven difference remains a reason why the documents are not compatible. Any other
  /// difference is uncertain. Keywords that the translations do not state add an uncertain reason.
  ///
  /// - Parameters:
  ///   - compatibilityDoubt: A sentence that explains why the documents may be incompatible
  ///     although their schemas are compatible; `nil` if they cannot be. For example, the new
  ///     document rejects a value that both schemas allow.
  ///   - doubt: Returns a sentence that explains why a reason is certain for the schemas and
  ///     uncertain for the documents; `nil` if it is certain for both.
  /// - Returns: The result.
  package func ofDocuments(
    compatibilityDoubt: String?, doubt: (Reason) -> String?
  ) -> SchemaCompatibility {
    let found = reasons.map { reason in
      guard reason.isCertain, let doubt = doubt(reason) else { return reason }
      return reason.uncertain(because: doubt)
    }
    let remedy = "Validate stored answers against the new schema."
    let losses = compatibilityDoubt.map { [Reason.loss($0, remedy: remedy)] } ?? []
    if verdict == .compatible, losses.isEmpty { return self }
    let isBreaking = verdict == .breaking && found.contains(where: \.isCertain)
    return SchemaCompatibility(
      isBreaking ? .breaking : .unknown, losses + found, omittedReasons: omittedReasons)
  }

  /// The result with a value as the proof that the change is breaking.
  ///
  /// - Parameters:
  ///   - problem: A sentence that states the value, and why the new schema rejects it.
  ///   - path: The place in the value.
  ///   - provesLosses: `true` if the proof is about all that the new schema does not state.
  /// - Returns: The result, with the proof as the first reason.
  package func broken(
    byExample problem: String, at path: SchemaPath, provingLosses provesLosses: Bool
  ) -> SchemaCompatibility {
    let reason = Reason(
      rule: .example, isCertain: true, path: path, problem: problem,
      remedy: "Make the new constraint weaker, or convert the stored answers.", lostCount: nil)
    let others = provesLosses ? reasons.filter { $0.rule != .lossySchema } : reasons
    return SchemaCompatibility(.breaking, [reason] + others, omittedReasons: omittedReasons)
  }

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - old: The schema under which values were made.
  ///   - new: The schema under which they are to be read.
  ///   - options: The choices on how the schemas are compared.
  public init(from old: SchemaGraph, to new: SchemaGraph, options: Options = Options()) {
    var engine = ComparisonEngine(from: old, to: new, options: options)
    engine.run()
    let found: Verdict =
      switch engine.verdict {
      case .holds: .compatible
      case .open: .unknown
      case .fails: .breaking
      }
    let (reasons, omitted) = engine.reasons
    omittedReasons = omitted
    let isDoubtful =
      switch found {
      case .compatible: options.newStatesLessThanDocument
      case .breaking: options.oldStatesLessThanDocument
      case .unknown: false
      }
    guard isDoubtful else {
      verdict = found
      self.reasons = reasons
      return
    }
    verdict = .unknown
    let doubt =
      found == .compatible
      ? "The schemas are compatible, but the new document may reject values that its schema allows."
      : "The schemas are not compatible, but the old document may reject the values that are lost."
    let remedy = "Validate stored answers against the new document."
    self.reasons = [.loss(doubt, remedy: remedy)] + reasons
  }
}

extension SchemaCompatibility.Reason {
  /// The reason why a result for schemas is not known for their documents, with the doubt and the
  /// remedy as sentences.
  fileprivate static func loss(_ doubt: String, remedy: String) -> Self {
    Self(
      rule: .lossySchema, isCertain: false, path: SchemaPath(), problem: doubt, remedy: remedy,
      lostCount: nil)
  }

  /// The same reason as an uncertain one, with the cause of the doubt as a sentence.
  fileprivate func uncertain(because doubt: String) -> Self {
    Self(
      rule: rule, isCertain: false, path: path, problem: "\(problem) \(doubt)", remedy: remedy,
      lostCount: lostCount)
  }
}
