public import Foundation
import SchemaContent
import SchemaFitting
public import SchemaModel
package import SchemaValidation

/// A request to an executor.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// The identifier of the request.
  public var id: UUID

  /// The conversation so far; the last entry is a prompt or a tool's output.
  public var transcript: Transcript

  /// The tools that the model may call.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]

  /// The schema of the answer; `nil` for text.
  public var schema: GenerationSchema?

  /// The options of generation.
  public var generationOptions: GenerationOptions

  /// The options of the context.
  public var contextOptions: ContextOptions

  /// Values of the caller, by name.
  public var metadata: [String: GeneratedContent]

  /// The reaction to an option that the provider does not support.
  public var unsupportedOption: SessionPolicy.UnsupportedOption = .throw

  /// The observers of the mends of the reply.
  package var mendObservers = MendObservers()

  /// `true` if another model can answer the request, so the executor does not wait for a busy
  /// model.
  package var hasAlternative = false

  /// Creates a request.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition],
    schema: GenerationSchema? = nil, generationOptions: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues { $0.generatedContent }
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// Returns the request with the values of its transcript in the forms of fitted schemas.
  ///
  /// `validator` recognizes values of the answer's schema; `nil` to keep the form of these values.
  ///
  /// - Returns: The request, with examples, answers and calls in the forms. An answer or a call
  ///   that the model wrote for another schema keeps its original form.
  package func written(
    in forms: ReplyForms, validator: ContentValidator?
  ) -> LanguageModelExecutorGenerationRequest {
    func written(_ segments: [Transcript.Segment]) -> [Transcript.Segment] {
      guard let validator else { return segments }
      return segments.map { segment in
        // Values of other types, and values that have no fitted form, stay unchanged.
        guard case .structure(var value) = segment, validator.isValid(value.content),
          let content = try? forms.answer.answer(for: value.content)
        else { return segment }
        value.content = content
        return .structure(value)
      }
    }
    var request = self
    request.transcript = Transcript(
      entries: transcript.map { entry -> Transcript.Entry in
        switch entry {
        case .instructions(var instructions):
          instructions.segments = written(instructions.segments)
          return .instructions(instructions)
        case .prompt(var prompt):
          prompt.segments = written(prompt.segments)
          return .prompt(prompt)
        case .response(var response):
          response.segments = response.sentSegments ?? written(response.segments)
          return .response(response)
        case .toolCalls(let calls):
          return .toolCalls(Transcript.ToolCalls(id: calls.id, calls.map(forms.written)))
        case .toolOutput, .reasoning: return entry
        }
      })
    return request
  }
}

extension Transcript.Response {
  /// The segments with the model's original text in place of the value; `nil` if the response has
  /// no such text.
  fileprivate var sentSegments: [Transcript.Segment]? {
    guard segments.filter({ $0.text != nil }).count == 1,
      case .structure(let value)? = segments.first,
      let texts = SentForm.texts(of: value.content, in: metadata)
    else { return nil }
    let sent = texts.enumerated().map { index, text in
      Transcript.Segment.text(
        .init(id: Transcript.Response.segmentID(index, of: id), content: text))
    }
    return sent + segments.dropFirst()
  }
}

extension ReplyForms {
  /// Returns a call with its arguments in the form of the tool's fitted schema.
  ///
  /// Arguments that could not be read, or that have no such form, stay unchanged.
  fileprivate func written(_ call: Transcript.ToolCall) -> Transcript.ToolCall {
    var call = call
    guard !call.hasUndeclaredArguments else {
      call.hasUndeclaredArguments = false
      return call
    }
    if let text = SentForm.texts(of: call.arguments, in: call.metadata)?.first,
      let content = try? GeneratedContent(json: text)
    {
      call.arguments = content
    } else if let mapping = arguments[call.toolName],
      let content = try? mapping.answer(for: call.arguments)
    {
      call.arguments = content
    }
    return call
  }
}
