#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A mistake in the use of a macro, in words for its author.
struct MacroDiagnosis: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  private init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    diagnosticID = MessageID(domain: "SchemaMacros", id: id)
    self.severity = severity
  }

  /// The finding at a place, with what would mend it.
  func diagnostic(at place: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: place, message: self, fixIts: fixIts)
  }
}

// MARK: - The type

extension MacroDiagnosis {
  static func notAStructOrEnum(_ kind: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "kind", "'@Generable' can only be used on structs and enums, and this is \(kind).")
  }

  static let noCase = MacroDiagnosis(
    "noCase", "A generable enum needs at least one case, or no value of it could be generated.")

  static let twice = MacroDiagnosis("twice", "'@Generable' is there already; once is enough.")

  static let conformsAlready = MacroDiagnosis(
    "conformance",
    "'@Generable' makes the type conform to 'Generable': remove the conformance, or the macro.")

  static let privateInType = MacroDiagnosis(
    "private",
    "A private type inside of another cannot be extended by '@Generable': make it 'fileprivate', "
      + "which is as private as a file.")

  static let notATruthValue = MacroDiagnosis(
    "commentsAsDescriptions",
    "'commentsAsDescriptions' is read before the program runs: write 'true' or 'false'.")
}

// MARK: - Properties and values of cases

extension MacroDiagnosis {
  static func unsupported(_ type: String, because reason: String) -> MacroDiagnosis {
    MacroDiagnosis("type", "'\(type)' cannot be generated: \(reason)")
  }

  static let noName = MacroDiagnosis(
    "pattern", "'@Generable' needs a name and a type for each property: declare them one by one.")

  static let observersWithoutValue = MacroDiagnosis(
    "observers",
    "A property with observers is not generated, so it needs a value to start with.")

  static func sameKey(_ key: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameKey",
      "The key \"\(key)\" is that of another property: give one of them a 'key' of its own.")
  }

  static func sameKeyOfValue(_ key: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameKey",
      "Two values of this case would be generated under the key \"\(key)\": change a label.")
  }

  static let keyOfDiscriminator = MacroDiagnosis(
    "typeKey",
    "The key \"type\" holds the name of the case: give this value another label, as in "
      + "'type kind:'.")

  static func sameCase(_ name: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameCase", "Two cases would be generated as \"\(name)\", and could not be told apart.")
  }
}

// MARK: - Guides

extension MacroDiagnosis {
  static func guideOutOfPlace(_ reason: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "guide", "'@Guide' can only be used with a stored property that is generated: \(reason)")
  }

  static let guideWithoutType = MacroDiagnosis(
    "guideWithoutType",
    "This guide has no effect: a property without a written type is not generated.",
    severity: .warning)

  static let conditionalGuide = MacroDiagnosis(
    "conditionalGuide",
    "'@Guide' cannot depend on '#if': put the '#if' around the whole property.")

  static let keyNotALiteral = MacroDiagnosis(
    "keyLiteral", "'key' is compared with the other keys: write a string without interpolation.")

  static let secondKey = MacroDiagnosis("secondKey", "The property has a key already.")
}

/// What a change would do, in words for its button.
struct MacroFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "SchemaMacros", id: id)
  }

  /// A change of one node to another.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, id: String, _ message: String
  ) -> FixIt {
    FixIt(
      message: MacroFixIt(id, message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
#endif
