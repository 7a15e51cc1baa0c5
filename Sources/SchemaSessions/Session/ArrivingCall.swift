import SchemaContent
import SchemaFitting
package import SchemaModel
import SchemaReading

/// A call of a tool whose arguments are arriving.
package struct ArrivingCall {
  package let id: String
  package let name: String

  /// The arguments so far, in the model's text.
  package private(set) var arguments = ""
  package private(set) var metadata: [String: GeneratedContent] = [:]

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Applies a change of the call.
  package mutating func apply(_ change: LanguageModelExecutorGenerationChannel.Change) {
    if case .appendArguments(let fragment) = change { arguments += fragment.content }
    if case .updateMetadata(let metadata) = change { self.metadata = metadata.values }
  }

  /// Returns the call, with its arguments as content.
  ///
  /// A call whose arguments are cut off never runs, even if the arrived part is JSON.
  ///
  /// - Parameter isCutOff: `true` if the reply ended at the largest number of tokens.
  /// - Returns: The call, with an empty object if no arguments have arrived.
  /// - Throws: `GeneratedContent.ParsingError` if the arguments are not JSON, or end early.
  package func call(isCutOff: Bool) throws -> Transcript.ToolCall {
    func failure(_ problem: String, _ error: any Error) -> GeneratedContent.ParsingError {
      GeneratedContent.ParsingError(
        rawContent: arguments, underlyingError: error,
        debugDescription: "The arguments for the tool \"\(name.excerpt)\" \(problem).")
    }
    guard !isCutOff else {
      throw failure("were cut off at the largest number of tokens (length)", AnswerCutOff())
    }
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: arguments.isEmpty ? "{}" : arguments)
    } catch {
      throw failure("are not JSON", error)
    }
    guard content.isComplete else { throw failure("end early", ArgumentsEndEarly()) }
    return Transcript.ToolCall(id: id, metadata: metadata, toolName: name, arguments: content)
  }

  /// The call, with the text of the model as its arguments.
  ///
  /// No tool runs with these arguments. The transcript has such a call so that the model reads its
  /// own text.
  var unread: Transcript.ToolCall {
    var call = Transcript.ToolCall(
      id: id, metadata: metadata, toolName: name, arguments: GeneratedContent(arguments))
    call.hasUndeclaredArguments = true
    return call
  }
}

/// The reason why a call does not run.
enum CallFault: Sendable {
  /// The arguments are not JSON.
  case notJSON(GeneratedContent.ParsingError)

  /// The arguments are not JSON, and have no clear meaning by the tool's parameters.
  case unread(ReadingError)

  /// The arguments do not have the form of the schema that was sent.
  case mapping(AnswerMappingError)

  /// The arguments were found faulty before the conversation was stored.
  case stored

  /// The request disallows calls.
  case disallowed

  /// Describes the fault for the model, with places in the original arguments.
  func feedback(_ places: AnswerPlaces) -> String {
    switch self {
    case .notJSON(let error):
      "The arguments are not JSON: \((error.underlyingError ?? error).problemText) "
        + "Call the tool again with the complete arguments as one JSON object."
    case .unread(let error):
      "The arguments are not JSON: \(error.finding) "
        + "Call the tool again with the complete arguments as one JSON object."
    case .mapping(let error): "\(places.moved(error))"
    case .stored:
      "The arguments do not fit. "
        + "Call the tool again with the complete arguments as one JSON object."
    case .disallowed: "This request allows no calls of tools. Answer without them."
    }
  }
}

/// The arguments of a tool end within a value, although the model was not cut off.
private struct ArgumentsEndEarly: Error, CustomStringConvertible {
  var description: String { "The text ends before the value does." }
}
