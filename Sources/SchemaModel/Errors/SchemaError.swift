#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fault of a schema: its place, the problem and a remedy.
///
/// The first four cases also exist in Apple's FoundationModels.
public enum SchemaError: Error, Sendable {
  /// Two different types have one name.
  case duplicateType(schema: String?, type: String, context: Context)

  /// An object declares two properties of one name, or one pattern twice.
  case duplicateProperty(schema: String, property: String, context: Context)

  /// A list of choices is empty.
  case emptyTypeChoices(schema: String, context: Context)

  /// A schema refers to names that are not defined.
  case undefinedReferences(schema: String?, references: [String], context: Context)

  /// A schema without a title contains itself, so it cannot be referenced or written inline.
  ///
  /// `cycle` has the names of the properties of the cycle.
  case circularDependency(schema: String, cycle: [String], context: Context)

  /// No value satisfies all guides of a place.
  case contradictoryGuides(schema: String, context: Context)

  /// A guide does not fit the kind of value that it constrains, or cannot be expressed.
  case invalidGuide(schema: String, context: Context)

  /// A schema states something that the dialect, or JSON Schema itself, cannot express.
  case unsupported(feature: String, context: Context)

  /// A schema is larger, deeper or longer than a limit allows.
  case limitExceeded(limit: String, value: Int, maximum: Int, context: Context)

  /// The details of an error.
  public struct Context: Sendable {
    /// The problem, as a sentence.
    public let debugDescription: String

    /// The place of the problem.
    public let path: SchemaPath

    /// The remedy, as a sentence; `nil` if none is known.
    public let recoverySuggestion: String?

    /// Creates the details of an error at the root.
    public init(debugDescription: String) {
      self.init(path: SchemaPath(), problem: debugDescription, remedy: nil)
    }

    /// Creates the details of an error.
    public init(path: SchemaPath, problem: String, remedy: String?) {
      self.debugDescription = problem
      self.path = path
      self.recoverySuggestion = remedy
    }
  }

  /// The details of this error.
  public var context: Context {
    switch self {
    case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
      .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context),
      .circularDependency(_, _, let context), .contradictoryGuides(_, let context),
      .invalidGuide(_, let context), .unsupported(_, let context),
      .limitExceeded(_, _, _, let context):
      context
    }
  }

  /// The place of the problem in the schema.
  public var path: SchemaPath { context.path }
}

extension SchemaError {
  /// The error for an object that declares a name or a pattern twice.
  package static func duplicateProperty(
    _ name: GenerationSchema.Property.Name, in schema: String, at path: SchemaPath
  ) -> SchemaError {
    let (problem, remedy) =
      switch name {
      case .exact(let name):
        ("has two properties named '\(name.excerpt)'", "Rename one of them, or remove it.")
      case .matching(let pattern):
        (
          "has two properties with the pattern '\(pattern.source.excerpt)'",
          "Remove one of them, or change its pattern."
        )
      }
    return .duplicateProperty(
      schema: schema, property: name.text,
      context: Context(path: path, problem: "'\(schema.excerpt)' \(problem).", remedy: remedy))
  }
}

extension SchemaError: LocalizedError {
  /// The path and the problem, as a sentence.
  public var errorDescription: String? { "At \(path): \(context.debugDescription)" }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? { context.recoverySuggestion }
}

extension SchemaError: CustomStringConvertible {
  /// The path, the problem and the remedy.
  public var description: String { problemAndRemedy }
}

// Here, since the module of paths does without Foundation.
extension SchemaPath.SyntaxError: LocalizedError {
  /// The text, the place and the expected text, as a sentence.
  public var errorDescription: String? { description }
}

extension LocalizedError {
  /// The description of an error in the form of all errors: the problem as a sentence, then the
  /// remedy.
  package var problemAndRemedy: String {
    let problem = errorDescription ?? ""
    guard let remedy = recoverySuggestion else { return problem }
    let isSentence = problem.last.map { ".!?".contains($0) } ?? true
    return "\(problem)\(isSentence ? "" : ".") \(remedy)"
  }
}

extension Error {
  /// The text of an error for a person or a model: its `errorDescription`.
  ///
  /// For an error without one, the text is the error's own description, which may be only the name
  /// of a case. Write before this text what failed.
  package var problemText: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
