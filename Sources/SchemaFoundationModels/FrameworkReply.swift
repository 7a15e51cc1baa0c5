#if canImport(FoundationModels, _version: 2)
import FoundationModels
import SchemaContent
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The reply of a model as events of the framework.
///
/// The framework reads answers by the declared schema, so text in another form is kept until it is whole,
/// and then sent in the declared one.
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
struct FrameworkReply {
  private typealias Channel = SchemaSessions.LanguageModelExecutorGenerationChannel
  typealias Event = FoundationModels.LanguageModelExecutorGenerationChannel.Event

  private struct Call {
    let entryID: String?
    let id: String
    let name: String
    var arguments = ""
  }

  private var forms = ReplyForms()
  private var answer: (entryID: String?, text: String)?
  private var calls: [Call] = []

  /// The events that an event of SchemaKit stands for.
  mutating func events(
    for event: SchemaSessions.LanguageModelExecutorGenerationChannel.Event
  ) -> [Event] {
    switch event.kind {
    case .response(let action): response(action, event.entryID)
    case .reasoning(let action): reasoning(action, event.entryID)
    case .toolCalls(let action): toolCalls(action, event.entryID)
    case .fitted(let forms):
      begin(forms)
    case .identified, .finished: []
    }
  }

  private mutating func begin(_ forms: ReplyForms) -> [Event] {
    self.forms = forms
    answer = nil
    calls = []
    return []
  }

  private mutating func response(
    _ action: Channel.Response.Action, _ entryID: String?
  ) -> [Event] {
    switch action {
    case .appendText(let text, _, _) where !forms.answer.isIdentity:
      answer = (entryID, (answer?.text ?? "") + text)
      return []
    case .replaceTextSegment(let text, _, _) where !forms.answer.isIdentity:
      answer = (entryID, text)
      return []
    case .appendText(let text, let segmentID, let tokenCount):
      return [
        .response(
          entryID: entryID,
          action: .appendText(text, segmentID: segmentID, tokenCount: tokenCount))
      ]
    case .replaceTextSegment(let text, let segmentID, let tokenCount):
      return [
        .response(
          entryID: entryID,
          action: .replaceTextSegment(text, segmentID: segmentID, tokenCount: tokenCount))
      ]
    case .updateMetadata(let metadata):
      return [.response(entryID: entryID, action: .updateMetadata(metadata))]
    case .updateUsage(let input, let output, let metadata):
      return [
        .response(
          entryID: entryID,
          action: .updateUsage(
            input: .init(input), output: .init(output), metadata: metadata))
      ]
    }
  }

  private func reasoning(
    _ action: Channel.Reasoning.Action, _ entryID: String?
  ) -> [Event] {
    switch action {
    case .appendText(let text, let segmentID, let tokenCount):
      [
        .reasoning(
          entryID: entryID,
          action: .appendText(text, segmentID: segmentID, tokenCount: tokenCount))
      ]
    case .replaceTextSegment(let text, let segmentID, let tokenCount):
      [
        .reasoning(
          entryID: entryID,
          action: .replaceTextSegment(text, segmentID: segmentID, tokenCount: tokenCount))
      ]
    case .updateSignature(let signature, let tokenCount):
      [
        .reasoning(
          entryID: entryID, action: .updateSignature(signature, tokenCount: tokenCount))
      ]
    case .updateMetadata(let metadata):
      [.reasoning(entryID: entryID, action: .updateMetadata(metadata))]
    case .updateUsage(let input, let output, let metadata):
      [
        .reasoning(
          entryID: entryID,
          action: .updateUsage(
            input: .init(input), output: .init(output), metadata: metadata))
      ]
    }
  }

  private mutating func toolCalls(
    _ action: Channel.ToolCalls.Action, _ entryID: String?
  ) -> [Event] {
    switch action {
    case .toolCall(let id, let name, .appendArguments(let text, _))
    where forms.arguments[name]?.isIdentity == false:
      if let known = calls.firstIndex(where: { $0.id == id }) {
        calls[known].arguments += text
      } else {
        calls.append(Call(entryID: entryID, id: id, name: name, arguments: text))
      }
      return []
    case .toolCall(let id, let name, .appendArguments(let text, let tokenCount)):
      return [
        .toolCalls(
          entryID: entryID,
          action: .toolCall(
            id: id, name: name, action: .appendArguments(text, tokenCount: tokenCount)))
      ]
    case .toolCall(let id, let name, .updateMetadata(let metadata)):
      return [
        .toolCalls(
          entryID: entryID,
          action: .toolCall(id: id, name: name, action: .updateMetadata(metadata)))
      ]
    case .removeToolCall(let id):
      calls.removeAll { $0.id == id }
      return [.toolCalls(entryID: entryID, action: .removeToolCall(id: id))]
    case .updateMetadata(let metadata):
      return [.toolCalls(entryID: entryID, action: .updateMetadata(metadata))]
    case .updateUsage(let input, let output, let metadata):
      return [
        .toolCalls(
          entryID: entryID,
          action: .updateUsage(
            input: .init(input), output: .init(output), metadata: metadata))
      ]
    }
  }

  /// What was kept until the reply ended.
  func lastEvents() -> [Event] {
    let kept = calls.map { call -> Event in
      let arguments = FrameworkReply.declared(
        call.arguments, forms.arguments[call.name] ?? .identity)
      return .toolCalls(
        entryID: call.entryID,
        action: .toolCall(
          id: call.id, name: call.name,
          action: .appendArguments(arguments, tokenCount: 0)))
    }
    guard let answer else { return kept }
    let text = FrameworkReply.declared(answer.text, forms.answer)
    return [
      .response(
        entryID: answer.entryID, action: .appendText(text, segmentID: nil, tokenCount: 0))
    ] + kept
  }

  /// A text in the declared form; the same text if it is not what was asked for, since the framework's
  /// session reports that.
  private static func declared(_ text: String, _ mapping: AnswerMapping) -> String {
    let content = try? mapping.content(from: SchemaModel.GeneratedContent(json: text))
    return content?.jsonString(.compact) ?? text
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.LanguageModelSession.Usage.Input {
  fileprivate init(_ input: SchemaSessions.LanguageModelSession.Usage.Input) {
    self.init(totalTokenCount: input.totalTokenCount, cachedTokenCount: input.cachedTokenCount)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.LanguageModelSession.Usage.Output {
  fileprivate init(_ output: SchemaSessions.LanguageModelSession.Usage.Output) {
    self.init(
      totalTokenCount: output.totalTokenCount, reasoningTokenCount: output.reasoningTokenCount)
  }
}
#endif
