#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// Finds mistakes in the guides of cases.
struct CaseGuideCheck {
  /// `true` if any case of the enum has associated values, so that cases become objects.
  let isUnion: Bool
  let report: (Diagnostic) -> Void

  /// - Returns: `true` if code can be generated.
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
