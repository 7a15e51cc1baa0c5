#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// Finds mistakes in the cases of an enumeration.
struct EnumerationCheck {
  private let report: (Diagnostic) -> Void

  init(_ report: @escaping (Diagnostic) -> Void) { self.report = report }

  /// Checks all cases.
  func run(
    _ members: MemberBlockItemListSyntax, _ cases: [Conditional<EnumerationCase>],
    _ attribute: AttributeSyntax
  ) -> Bool {
    let all = cases.flattened()
    guard !all.isEmpty else {
      report(MacroDiagnosis.noCase.diagnostic(at: attribute))
      return false
    }
    var isSound = true
    for enumerationCase in all where !check(enumerationCase) { isSound = false }
    let guides = CaseGuideCheck(isUnion: all.contains { !$0.values.isEmpty }, report: report)
    for declaration in members.parts({ $0.as(EnumCaseDeclSyntax.self).map { [$0] } ?? [] })
      .flattened()
    {
      let own = all.filter { part in
        declaration.elements.contains { $0.name == part.place }
      }
      if !guides.run(declaration, own) { isSound = false }
    }
    checkCodingKeys(members)
    for part in cases.repetitions(of: \.plainName) {
      report(MacroDiagnosis.sameCase(part.plainName).diagnostic(at: part.place))
      isSound = false
    }
    return isSound
  }

  /// Warns of `CodingKeys` that rename values, because in an enum they affect only `Codable`.
  private func checkCodingKeys(_ members: MemberBlockItemListSyntax) {
    let keys = CodingKeyNames(members)
    guard !keys.renamed.isEmpty || keys.isUnreadable, let place = keys.place else { return }
    report(MacroDiagnosis.codingKeysOfEnum.diagnostic(at: place))
  }

  private func check(_ enumerationCase: EnumerationCase) -> Bool {
    var isSound = true
    var keys: Set<String> = []
    var labels: Set<String> = []
    for value in enumerationCase.values {
      if let diagnostic = UnsupportedType.diagnostic(value.writtenType) {
        report(diagnostic)
        isSound = false
      }
      if value.key == "type" {
        report(MacroDiagnosis.keyOfDiscriminator.diagnostic(at: value.place))
        isSound = false
      } else if let label = value.label, !labels.insert(label).inserted {
        // The compiler itself reports a label that occurs twice.
        isSound = false
      } else if !keys.insert(value.key).inserted {
        report(MacroDiagnosis.sameKeyOfValue(value.key).diagnostic(at: value.place))
        isSound = false
      }
    }
    return isSound
  }
}

/// Finds mistakes in the guides of cases.
private struct CaseGuideCheck {
  /// `true` if any case of the enum has associated values, so that cases become objects.
  let isUnion: Bool
  let report: (Diagnostic) -> Void

  func run(_ declaration: EnumCaseDeclSyntax, _ cases: [EnumerationCase]) -> Bool {
    let isUnconditional = declaration.attributes.reportConditionalGuides(report)
    let diagnostics = GuideAttributes(declaration.attributes).all.flatMap {
      self.diagnostics(of: $0, cases)
    }
    diagnostics.forEach(report)
    return isUnconditional && diagnostics.isEmpty
  }

  private func diagnostics(
    of guide: GuideAttributes.Guide, _ cases: [EnumerationCase]
  ) -> [Diagnostic] {
    if !isUnion { return [MacroDiagnosis.guideOfChoice.diagnostic(at: guide.attribute)] }
    if let key = guide.key { return [MacroDiagnosis.keyOfCase.diagnostic(at: key)] }
    let values = cases.flatMap { $0.values }
    guard let target = guide.target else {
      guard let first = guide.constraints.first else { return [] }
      let names = values.map { $0.key }
      return [MacroDiagnosis.guideWithoutTarget(names.first ?? "value").diagnostic(at: first)]
    }
    guard let name = guide.targetName else {
      return [MacroDiagnosis.targetNotALiteral.diagnostic(at: target)]
    }
    let targets = values.filter { $0.key == name }
    if targets.isEmpty {
      let names = values.map { $0.key }
      return [MacroDiagnosis.noSuchValue(name, names).diagnostic(at: target)]
    }
    return targets.flatMap { value in
      guide.constraints.compactMap { GuideCheck.diagnostic($0, for: value.writtenType) }
    }
  }
}
#endif
