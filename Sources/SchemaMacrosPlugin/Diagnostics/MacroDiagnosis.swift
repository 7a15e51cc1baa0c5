#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A mistake in the use of a macro, in words for its author.
struct MacroDiagnosis: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    diagnosticID = MessageID(domain: "SchemaMacros", id: id)
    self.severity = severity
  }

  /// Returns the diagnostic at a place, with changes that correct it.
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

  static let noCase = MacroDiagnosis("noCase", "A '@Generable' enum needs at least one case.")

  static let twice = MacroDiagnosis("twice", "The type already has '@Generable'.")

  static let conformsAlready = MacroDiagnosis(
    "conformance",
    "'@Generable' adds the conformance to 'Generable': remove the conformance or the macro.")

  static let privateInType = MacroDiagnosis(
    "private",
    "'@Generable' cannot extend a private nested type: make it 'fileprivate'.")

  static let notABooleanLiteral = MacroDiagnosis(
    "commentsAsDescriptions",
    "'commentsAsDescriptions' is read at compile time: write 'true' or 'false'.")
}

// MARK: - Properties of sessions

extension MacroDiagnosis {
  static let sessionPropertyOutOfPlace = MacroDiagnosis(
    "sessionProperty",
    "'@SessionPropertyEntry' can only be used with a variable that has an initial value, in an "
      + "extension of 'SessionPropertyValues'.")

  static let sessionPropertyWithoutValue = MacroDiagnosis(
    "sessionPropertyValue",
    "A property of sessions needs an initial value, which each session begins with.")
}

// MARK: - Properties and values of cases

extension MacroDiagnosis {
  static func unsupported(_ type: String, because reason: String) -> MacroDiagnosis {
    MacroDiagnosis("type", "'\(type)' cannot be generated: \(reason)")
  }

  static let noName = MacroDiagnosis(
    "pattern",
    "'@Generable' needs a name and a type for each property: declare the properties one by one.")

  static let observersWithoutValue = MacroDiagnosis(
    "observers",
    "A property with observers is not generated, so it needs an initial value.")

  static func notGenerated(_ name: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "noType",
      "'\(name)' is not generated, because its type is not written. Write the type to generate it; "
        + "to leave it out, make it private or a constant.",
      severity: .warning)
  }

  static func sameKey(_ key: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameKey",
      "Another property already has the key \"\(key)\": give one of them a different key with "
        + "'@Guide(key:)'.")
  }

  static func sameKeyOfValue(_ key: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameKey", "Two values of this case have the key \"\(key)\": change one of the labels.")
  }

  static let keyOfDiscriminator = MacroDiagnosis(
    "typeKey",
    "The key \"type\" holds the name of the case: use another label, such as 'type kind:'.")

  static func sameCase(_ name: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "sameCase", "Two cases have the name \"\(name)\" in JSON: rename one of them.")
  }

  static let unreadableCodingKeys = MacroDiagnosis(
    "codingKeys",
    "These 'CodingKeys' do not rename generated properties, because their names are not literals "
      + "in one enum. Use '@Guide(key:)'.",
    severity: .warning)

  static let codingKeysOfEnum = MacroDiagnosis(
    "codingKeys",
    "The 'CodingKeys' of an enum do not rename generated values: the model sees the names of the "
      + "cases and the labels of their values.",
    severity: .warning)
}

/// The message of a fix-it, which is the text of its button.
struct MacroFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "SchemaMacros", id: id)
  }

  /// Returns a fix-it that replaces one node by another.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, id: String, _ message: String
  ) -> FixIt {
    FixIt(
      message: MacroFixIt(id, message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
#endif
