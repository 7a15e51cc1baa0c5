import SchemaKit
import SchemaProviders

extension ErrorDescription {
  /// Describes an error of a session, with options of the command as remedies.
  init(chat error: any Error) {
    let description = ErrorDescription(error)
    var problem = description.problem
    var remedy = description.remedy
    switch error {
    case let error as LanguageModelSession.InvalidAnswerError:
      // The violations of the last answer have been reported one by one.
      if error.attempts.last?.report?.isValid == false {
        problem =
          error.attempts.count == 1
          ? "The model's answer does not fit the schema."
          : "None of the model's \(error.attempts.count) answers fits the schema."
      }
      remedy = "Raise --tries, or use a provider that enforces the schema."
    case let error as GeneratedContent.ParsingError where error.underlyingError is AnswerCutOff:
      remedy = "Raise --max-tokens, or ask for less."
    case let error as LanguageModelError: remedy = Self.remedy(of: error) ?? remedy
    case LanguageModelSession.Error.tooManyToolRounds:
      remedy = "Change the prompt, or use another model."
    case is LanguageModelSession.ToolCallError, LanguageModelSession.Error.duplicateTool:
      remedy = "Check the server of --tools."
    // The other errors are about calls of Swift functions.
    case is LanguageModelSession.Error: remedy = nil
    default: break
    }
    self.init(problem: problem, remedy: remedy)
  }

  /// The remedy of a model's error; `nil` for the error's own remedy.
  private static func remedy(of error: LanguageModelError) -> String? {
    switch error {
    case .contextSizeExceeded: "Shorten the prompt, or raise --context for a model in a file."
    case .rateLimited: "Wait, or use another model."
    case .refusal, .guardrailViolation: "Change the prompt."
    case .unsupportedCapability: "Leave the option out, or use another model."
    case .timeout: "Try again."
    case .providerFailure(let failure):
      switch failure.statusCode {
      case 404: "Check the name of the model, and the address if you gave one."
      case .some(500...): "Try again later, or use another model."
      case 401 where failure.ownRemedy != nil: "Name the variable of a key with --key-variable."
      case 401, 403: nil
      case .some: "Check --provider and the other options."
      case nil
      where failure.code == LanguageModelError.ProviderFailure.Code.budgetTooSmall.rawValue:
        "Raise --max-tokens, or use a smaller schema."
      case nil where failure.isOfConnection || failure.ownRemedy != nil: nil
      case nil: "Try again, or use another model."
      }
    default: "Use another model."
    }
  }
}
