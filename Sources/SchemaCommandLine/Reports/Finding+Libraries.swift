import SchemaDocuments
import SchemaKit

extension Finding {
  /// Creates the finding of an error that has a place; `nil` for any other error.
  init?(_ error: any Error, in source: String?) {
    switch error {
    case let error as SchemaError:
      self.init(
        severity: .error, code: SchemaDiagnostic.Rule(error).rawValue, source: source,
        place: error.path,
        problem: error.context.debugDescription,
        remedy: error.recoverySuggestion?.forDocuments)
    case let error as SchemaImportError:
      self.init(
        severity: .error, code: error.rule.code, source: source,
        position: error.position, place: error.path, problem: error.problem,
        remedy: error.remedy?.forDocuments)
    case let error as ValidatorError:
      self.init(
        severity: .error, code: Rule.Code.notEvaluable, source: source,
        place: error.path, problem: error.problem, remedy: error.remedy.forDocuments)
    case let error as GeneratedContentParser.SyntaxError: self.init(error, in: source)
    case let error as OtherTextError:
      self.init(
        severity: .error,
        code: error.text == .empty ? Rule.Code.incompleteJSON : Rule.Code.malformedJSON,
        source: source, position: error.position, place: [], problem: error.text.problem,
        remedy: error.text.remedy)
    case let error as OtherDocumentError:
      self.init(
        severity: .error, code: Rule.Code.otherDocument, source: source, position: error.position,
        place: error.place, problem: error.document.problem,
        remedy: error.document.remedy)
    case let error as SourceError: self.init(error.underlying, in: error.source)
    case let error as AnswerMappingError: self.init(error, in: source)
    default: return nil
    }
  }

  /// Creates the finding of a text that is not JSON.
  init(_ error: GeneratedContentParser.SyntaxError, in source: String?) {
    let (code, problem, remedy) =
      switch error.code {
      case .unexpectedEnd where error.position.offset == 0:
        (Rule.Code.incompleteJSON, "The text is empty, but has to be JSON.", Self.expectedJSON)
      case .unexpectedEnd, .noValue:
        (
          Rule.Code.incompleteJSON, "The text ends before its value is complete.",
          "The next part has to be \(error.expected). Check that the text was written to its end."
        )
      case .duplicateKey:
        (Rule.Code.malformedJSON, "The text has \(error.found).", "Remove one of the two.")
      case .tooDeep:
        (
          Rule.Code.malformedJSON,
          "The text nests too deep: expected \(error.expected), found \(error.found).",
          "Nest the value less."
        )
      case .tooLarge:
        (
          Rule.Code.malformedJSON,
          "The text is too large: expected \(error.expected), found \(error.found).",
          "Split the value."
        )
      default:
        (
          Rule.Code.malformedJSON,
          "The text is not valid JSON: expected \(error.expected), found \(error.found).",
          Self.expectedJSON
        )
      }
    self.init(
      severity: .error, code: code, source: source, position: error.position, place: [],
      problem: problem, remedy: remedy)
  }

  private static let expectedJSON =
    "Write one JSON value, without comments or text around it."

  /// Creates the finding of an answer that does not have the form of its fitted schema.
  init(_ error: AnswerMappingError, in source: String?) {
    self.init(
      severity: .error, code: Rule.Code.fittedAnswer, source: source, place: error.path,
      problem: error.problem, remedy: error.remedy)
  }

  /// Creates the finding of an import diagnostic.
  init(_ diagnostic: ImportDiagnostic, in source: String) {
    self.init(
      severity: diagnostic.severity, code: diagnostic.rule.code, source: source,
      position: diagnostic.position, place: diagnostic.path,
      problem: diagnostic.problem, remedy: diagnostic.remedy?.forDocuments,
      unstated: diagnostic.unstated.map {
        Unstated(constraint: $0, schema: diagnostic.path.parent ?? SchemaPath())
      })
  }

  /// Creates the finding of a dialect, without its position.
  init(_ diagnostic: SchemaDiagnostic, in source: String) {
    self.init(
      severity: diagnostic.severity, code: diagnostic.code, source: source,
      place: diagnostic.path, problem: diagnostic.problem,
      remedy: diagnostic.remedy?.forDocuments, isOfElements: diagnostic.isOfElements)
  }
}

extension String {
  /// A remedy of the libraries for users who write documents and no Swift code.
  var forDocuments: String {
    var text = self
    // The command has an option for other files, and none that set limits.
    let ends =
      SwiftAdvice.Call.allCases.map { ($0.text, $0.documentText) }
      + OptionAdvice.allCases.map { ($0.text, $0.documentText) }
    // An end may be the end of a longer one.
    let longest = ends.filter { hasSuffix($0.0) }.max { $0.0.utf8.count < $1.0.utf8.count }
    if let (end, replacement) = longest { text = "\(text.dropLast(end.count))\(replacement)" }
    if let beginning = SwiftAdvice.Declaration.allCases.first(where: { hasPrefix($0.text) }) {
      text = "\(beginning.documentText)\(text.dropFirst(beginning.text.count))"
    }
    return text
  }
}

extension OptionAdvice {
  /// The end of a remedy in the words of the command.
  fileprivate var documentText: String {
    switch self {
    case .remotes, .metaSchema: ", or name its file, or a folder with it, with --references."
    default: "."
    }
  }
}

extension SwiftAdvice.Call {
  /// The counterpart for the command with which a remedy ends.
  fileprivate var documentText: String {
    switch self {
    case .fit: "'schema fit'."
    case .exact: ", or use 'schema fit --exact'."
    case .genericTypeOrLimit, .limit: "."
    }
  }
}

extension SwiftAdvice.Declaration {
  /// The counterpart in a document with which a remedy begins.
  fileprivate var documentText: String {
    switch self {
    case .property: "Put the value into an object, as a property"
    case .entries: "Use an array of objects with a key and a value"
    case .ownEntries:
      "To use this form in your own schema, write an array of objects with a key and a value"
    case .object: "Use an object"
    case .ownObject: "To use this form in your own schema, write an object"
    case .ownStrings: "To use this form in your own schema, write a list of strings"
    case .genericType: "Split the schema"
    }
  }
}
