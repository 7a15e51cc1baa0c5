import SchemaKit

extension Finding {
  /// Creates the finding of an error that has a place; `nil` for any other error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - source: The name of the document.
  init?(_ error: any Error, in source: String?) {
    switch error {
    case let error as SchemaError:
      self.init(
        severity: .error, code: SchemaDiagnostic.Rule(error).code, source: source,
        pointer: error.path.pointer,
        problem: error.context.debugDescription,
        remedy: error.recoverySuggestion?.namingCommands)
    case let error as SchemaImportError:
      self.init(
        severity: .error, code: error.rule.code, source: source,
        position: error.position, pointer: error.path.pointer, problem: error.problem,
        remedy: error.remedy?.namingCommands)
    case let error as ValidatorError:
      self.init(
        severity: .error, code: "schema.not-evaluable", source: source,
        pointer: error.path.pointer, problem: error.problem, remedy: error.remedy.namingCommands)
    case let error as GeneratedContentParser.SyntaxError: self.init(error, in: source)
    case let error as AnswerMappingError: self.init(error, in: source)
    default: return nil
    }
  }

  /// Creates the finding of a text that is not JSON.
  private init(_ error: GeneratedContentParser.SyntaxError, in source: String?) {
    let (code, problem, remedy) =
      switch error.code {
      case .unexpectedEnd where error.position.offset == 0:
        ("json.incomplete", "The text is empty, but has to be JSON.", Self.expectedJSON)
      case .unexpectedEnd, .noValue:
        (
          "json.incomplete", "The text ends before its value is complete.",
          "The next part has to be \(error.expected). Check that the text was written to its end."
        )
      case .duplicateKey:
        ("json.malformed", "The text has \(error.found).", "Remove one of the two.")
      case .tooDeep:
        (
          "json.malformed",
          "The text nests too deep: expected \(error.expected), found \(error.found).",
          "Nest the value less."
        )
      case .tooLarge:
        (
          "json.malformed",
          "The text is too large: expected \(error.expected), found \(error.found).",
          "Split the value."
        )
      default:
        (
          "json.malformed",
          "The text is not valid JSON: expected \(error.expected), found \(error.found).",
          Self.expectedJSON
        )
      }
    self.init(
      severity: .error, code: code, source: source, position: error.position, pointer: "",
      problem: problem, remedy: remedy)
  }

  private static let expectedJSON =
    "Expected one JSON value, such as {\"type\": \"object\"}, without comments or text around it."

  /// Creates the finding of an answer that does not have the form of its fitted schema.
  init(_ error: AnswerMappingError, in source: String?) {
    self.init(
      severity: .error, code: "fit.answer", source: source, pointer: error.path.pointer,
      problem: error.problem, remedy: error.remedy)
  }

  /// Creates the finding of an import diagnostic.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic.
  ///   - source: The name of the document.
  init(_ diagnostic: ImportDiagnostic, in source: String) {
    self.init(
      severity: diagnostic.severity, code: diagnostic.rule.code, source: source,
      position: diagnostic.position, pointer: diagnostic.path.pointer,
      problem: diagnostic.problem, remedy: diagnostic.remedy?.namingCommands)
  }

  /// Creates the finding of a dialect.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic.
  ///   - position: The place in the text of the document.
  ///   - source: The name of the document.
  init(_ diagnostic: SchemaDiagnostic, at position: TextPosition?, in source: String) {
    self.init(
      severity: diagnostic.severity, code: diagnostic.fitting?.code ?? diagnostic.rule.code,
      source: source,
      position: position, pointer: diagnostic.path.pointer, problem: diagnostic.problem,
      remedy: diagnostic.remedy?.namingCommands)
  }
}

extension String {
  /// A remedy of the libraries, with commands in place of Swift functions, and without advice that
  /// needs Swift code.
  var namingCommands: String {
    let text = replacing("'SchemaEncoder.fit(_:)'", with: "'schema fit'")
      .replacing("'FittedSchema.content(from:)'", with: "'schema fit --answer'")
    return Self.commandRemedies[text] ?? text
  }

  /// The remedies for Swift types and options of the libraries, and those for users of the command.
  private static let commandRemedies = [
    // Documents
    "Name a draft, or supply the meta-schema.": "Name a draft.",
    // Types
    "Make the value a property of a struct, or fit the schema with 'schema fit'.":
      "Put the value into an object, as a property, or fit the schema with 'schema fit'.",
    "Make the value a property of a struct, and encode that.":
      "Put the value into an object, as a property.",
    "Declare an array of a struct with a key and a value, or fit the schema with 'schema fit'.":
      "Use an array of objects with a key and a value, or fit the schema with 'schema fit'.",
    "Declare an array of a struct with a key and a value.":
      "Use an array of objects with a key and a value.",
    "To use this form in your own type, declare an array of a struct with a key and a value.":
      "To use this form in your own schema, write an array of objects with a key and a value.",
    "Declare a struct, or fit the schema with 'schema fit'.":
      "Use an object, or fit the schema with 'schema fit'.",
    "Declare a struct.": "Use an object.",
    "To use this form in your own type, declare a struct.":
      "To use this form in your own schema, write an object.",
    "To use this form in your own type, declare an enum of strings.":
      "To use this form in your own schema, write a list of strings.",
    "Give one of the types on the way a title, as structs and unions have.":
      "Give one of the schemas on the way a title.",
    // Documents
    "Supply the document with the option 'remotes', or copy the target into '$defs'.":
      "Copy the target into '$defs'.",
    "Correct it, or supply the document that it refers to, since none is fetched.":
      "Correct it, or copy its target into the document.",
    "Choose the draft with an option.": "Correct '$schema'.",
    // Limits
    "Move inner schemas to definitions, or raise the option maximumDepth.":
      "Move inner schemas to definitions.",
    "If this depth is intended, raise the option maximumDepth.": "Nest the document less.",
    "If this length is intended, raise the option maximumLength.": "Split the document.",
    "If that is intended, raise the option maximumParts.": "Split the document.",
    "Split the union, or raise the option maximumAlternatives.": "Split the union.",
    "Give the types that occur often a title, or raise the limit.":
      "Give the types that occur often a title.",
    "Remove the generic type that contains a larger form of itself, or raise the limit.":
      "Split the schema.",
    "Remove the generic type that contains a larger form of itself, shorten the title, or raise the"
      + " limit.": "Shorten the title.",
  ]
}
