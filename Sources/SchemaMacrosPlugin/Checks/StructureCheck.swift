#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// Finds mistakes in the properties of a struct.
struct StructureCheck {
  private let report: (Diagnostic) -> Void

  init(_ report: @escaping (Diagnostic) -> Void) {
    self.report = report
  }

  /// Looks at all members.
  ///
  /// - Returns: Whether code can be generated.
  func run(
    _ members: MemberBlockItemListSyntax, _ properties: [Conditional<StoredProperty>]
  ) -> Bool {
    var isSound = true
    for variable in members.parts({ $0.as(VariableDeclSyntax.self).map { [$0] } ?? [] }).flattened()
    {
      if !check(variable) { isSound = false }
    }
    var keys: Set<String> = []
    if !checkKeys(properties, &keys) { isSound = false }
    return isSound
  }

  private func check(_ variable: VariableDeclSyntax) -> Bool {
    var isSound = checkGuides(variable)
    for binding in PropertyBinding.all(of: variable) {
      switch binding.exclusion(in: variable) {
      case nil:
        guard let type = binding.type else { continue }
        if let diagnostic = UnsupportedType.diagnostic(type) {
          report(diagnostic)
          isSound = false
        }
      case .isNoName?:
        report(MacroDiagnosis.noName.diagnostic(at: binding.pattern))
        isSound = false
      case .hasObservers? where !binding.hasValue && !binding.isOptional:
        report(MacroDiagnosis.observersWithoutValue.diagnostic(at: binding.pattern))
        isSound = false
      default: break
      }
    }
    return isSound
  }

  private func checkGuides(_ variable: VariableDeclSyntax) -> Bool {
    var isSound = true
    for case .ifConfigDecl(let block) in variable.attributes {
      for clause in block.clauses {
        guard case .attributes(let attributes) = clause.elements,
          let guide = attributes.named("Guide").first
        else { continue }
        report(MacroDiagnosis.conditionalGuide.diagnostic(at: guide))
        isSound = false
      }
    }
    let keys = GuideAttributes(variable.attributes).keys
    for key in keys
    where key.as(StringLiteralExprSyntax.self)?.representedLiteralValue == nil {
      report(MacroDiagnosis.keyNotALiteral.diagnostic(at: key))
      isSound = false
    }
    if keys.count > 1, let second = keys.last {
      report(MacroDiagnosis.secondKey.diagnostic(at: second))
      isSound = false
    }
    return isSound
  }

  /// Compares keys with those that hold at the same time: clauses of one `#if` exclude each other.
  private func checkKeys(
    _ properties: [Conditional<StoredProperty>], _ seen: inout Set<String>
  ) -> Bool {
    var isSound = true
    for element in properties {
      switch element {
      case .part(let property):
        if !seen.insert(property.key).inserted {
          report(MacroDiagnosis.sameKey(property.key).diagnostic(at: property.place))
          isSound = false
        }
      case .block(let clauses):
        let before = seen
        for clause in clauses {
          var own = before
          if !checkKeys(clause.parts, &own) { isSound = false }
          seen.formUnion(own)
        }
      }
    }
    return isSound
  }
}

extension PropertyBinding {
  /// Whether the property starts as `nil` without being told so.
  fileprivate var isOptional: Bool {
    guard let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
#endif
