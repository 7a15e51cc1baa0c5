#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels)
import Foundation
import FoundationModels
import SchemaModel
import SchemaSessions

@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension SchemaSessions.LanguageModelError {
  /// Returns the error of SchemaKit with the same meaning as an error of the framework's session.
  ///
  /// If there is none, returns the given error.
  static func equivalent(of error: any Error) -> any Error {
    if let error = error as? FoundationModels.LanguageModelSession.GenerationError {
      if case .decodingFailure = error {
        // The framework's error does not contain the text of the model.
        return SchemaModel.GeneratedContent.ParsingError(
          rawContent: "", underlyingError: error,
          debugDescription: error.errorDescription ?? "\(error)")
      }
      return SchemaSessions.LanguageModelError(error)
    }
    #if canImport(FoundationModels, _version: 2)
    if #available(macOS 27, iOS 27, visionOS 27, *) {
      if let error = error as? FoundationModels.LanguageModelError {
        return SchemaSessions.LanguageModelError(error)
      }
      if let error = error as? FoundationModels.GeneratedContent.ParsingError {
        return SchemaModel.GeneratedContent.ParsingError(error)
      }
      if let error = error as? FoundationModels.SystemLanguageModel.Error {
        return failure(error.debugDescription)
      }
      if let error = error as? FoundationModels.LanguageModelSession.Error {
        return failure(error.debugDescription)
      }
    }
    #endif
    return error
  }

  private static func failure(_ description: String) -> SchemaSessions.LanguageModelError {
    .providerFailure(.init(code: .foundationModels, debugDescription: description))
  }

  /// Creates the error with the same meaning as an error of FoundationModels 26.
  private init(_ error: FoundationModels.LanguageModelSession.GenerationError) {
    let description = error.errorDescription ?? "\(error)"
    switch error {
    case .exceededContextWindowSize:
      self = .contextSizeExceeded(
        .init(contextSize: 0, tokenCount: 0, debugDescription: description))
    case .guardrailViolation: self = .guardrailViolation(.init(debugDescription: description))
    case .unsupportedGuide:
      self = .unsupportedGenerationGuide(.init(debugDescription: description))
    case .unsupportedLanguageOrLocale:
      self = .unsupportedLanguageOrLocale(
        .init(languageCode: "und", debugDescription: description))
    case .rateLimited: self = .rateLimited(.init(resetDate: nil, debugDescription: description))
    case .refusal: self = .refusal(.init(explanation: "", debugDescription: description))
    default: self = Self.failure(description)
    }
  }
}
#endif

#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.LanguageModelError {
  /// Creates the error with the same properties as an error of the framework.
  ///
  /// The text of a refusal is omitted, because the framework would send another request to its
  /// model for this text.
  fileprivate init(_ error: FoundationModels.LanguageModelError) {
    switch error {
    case .contextSizeExceeded(let details):
      self = .contextSizeExceeded(
        .init(
          contextSize: details.contextSize, tokenCount: details.tokenCount,
          debugDescription: details.debugDescription, metadata: details.metadata))
    case .rateLimited(let details):
      self = .rateLimited(
        .init(
          resetDate: details.resetDate, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .guardrailViolation(let details):
      self = .guardrailViolation(
        .init(debugDescription: details.debugDescription, metadata: details.metadata))
    case .refusal(let details):
      self = .refusal(
        .init(
          explanation: "", debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedCapability(let details):
      self = .unsupportedCapability(
        .init(
          capability: SchemaSessions.LanguageModelCapabilities.Capability(details.capability),
          debugDescription: details.debugDescription, metadata: details.metadata))
    case .unsupportedTranscriptContent(let details):
      // Entries that cannot be converted, such as an image without an address, are omitted.
      let content = details.unsupportedContent.flatMap { entry in
        let transcript = FoundationModels.Transcript(entries: [entry])
        return (try? SchemaSessions.Transcript(transcript)).map { Array($0) } ?? []
      }
      self = .unsupportedTranscriptContent(
        .init(
          unsupportedContent: content, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedGenerationGuide(let details):
      self = .unsupportedGenerationGuide(
        .init(
          schemaName: details.schemaName, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedLanguageOrLocale(let details):
      self = .unsupportedLanguageOrLocale(
        .init(
          languageCode: details.languageCode, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .timeout(let details):
      self = .timeout(
        .init(debugDescription: details.debugDescription, metadata: details.metadata))
    @unknown default:
      self = .providerFailure(.init(code: .foundationModels, debugDescription: "\(error)"))
    }
  }

  /// The framework's error with the same properties; this error if the framework has no such error.
  var frameworkError: any Error {
    typealias Other = FoundationModels.LanguageModelError
    switch self {
    case .contextSizeExceeded(let details):
      return Other.contextSizeExceeded(
        .init(
          contextSize: details.contextSize, tokenCount: details.tokenCount,
          debugDescription: details.debugDescription, metadata: details.metadata))
    case .rateLimited(let details):
      return Other.rateLimited(
        .init(
          resetDate: details.resetDate, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .guardrailViolation(let details):
      return Other.guardrailViolation(
        .init(debugDescription: details.debugDescription, metadata: details.metadata))
    case .refusal(let details):
      return Other.refusal(
        .init(
          explanation: details.text, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedCapability(let details):
      guard let capability = details.capability.frameworkCapability else { return self }
      return Other.unsupportedCapability(
        .init(
          capability: capability, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedTranscriptContent(let details):
      // Attachments are omitted, because their images would be written to files that are never
      // removed.
      let content = SchemaSessions.Transcript(entries: details.unsupportedContent)
      let entries = try? FoundationModels.Transcript(content.withoutAttachments, ImageFiles())
      return Other.unsupportedTranscriptContent(
        .init(
          unsupportedContent: entries.map { Array($0) } ?? [],
          debugDescription: details.debugDescription, metadata: details.metadata))
    case .unsupportedGenerationGuide(let details):
      return Other.unsupportedGenerationGuide(
        .init(
          schemaName: details.schemaName, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .unsupportedLanguageOrLocale(let details):
      return Other.unsupportedLanguageOrLocale(
        .init(
          languageCode: details.languageCode, debugDescription: details.debugDescription,
          metadata: details.metadata))
    case .timeout(let details):
      return Other.timeout(
        .init(debugDescription: details.debugDescription, metadata: details.metadata))
    case .providerFailure: return self
    }
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaModel.GeneratedContent.ParsingError {
  /// Creates the error with the same properties as the framework's error.
  fileprivate init(_ error: FoundationModels.GeneratedContent.ParsingError) {
    self.init(
      rawContent: error.rawContent, underlyingError: error.underlyingError,
      debugDescription: error.debugDescription)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.GeneratedContent.ParsingError {
  /// Creates the framework's error with the same properties as SchemaKit's error.
  init(_ error: SchemaModel.GeneratedContent.ParsingError) {
    self.init(
      rawContent: error.rawContent, underlyingError: error.underlyingError,
      debugDescription: error.debugDescription)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.LanguageModelCapabilities.Capability {
  /// The capabilities that both frameworks have.
  fileprivate static let shared: [(Self, FoundationModels.LanguageModelCapabilities.Capability)] =
    [
      (.vision, .vision), (.guidedGeneration, .guidedGeneration), (.reasoning, .reasoning),
      (.toolCalling, .toolCalling),
    ]

  /// Creates the capability from a capability of the framework.
  ///
  /// A capability that only the framework has becomes the case `option` with its description.
  fileprivate init(_ capability: FoundationModels.LanguageModelCapabilities.Capability) {
    self = Self.shared.first { $0.1 == capability }?.0 ?? .option("\(capability)")
  }

  /// The framework's capability; `nil` if the framework has no such capability.
  fileprivate var frameworkCapability: FoundationModels.LanguageModelCapabilities.Capability? {
    Self.shared.first { $0.0 == self }?.1
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.LanguageModelCapabilities {
  /// Creates the capabilities of a framework's model, without the capabilities that SchemaKit does
  /// not have.
  init(_ capabilities: FoundationModels.LanguageModelCapabilities) {
    self.init(Capability.shared.filter { capabilities.contains($0.1) }.map(\.0))
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.LanguageModelCapabilities {
  /// Creates the capabilities of a SchemaKit model, without the capabilities that the framework
  /// does not have.
  init(_ capabilities: SchemaSessions.LanguageModelCapabilities) {
    self.init(
      SchemaSessions.LanguageModelCapabilities.Capability.shared
        .filter { capabilities.contains($0.0) }.map(\.1))
  }
}
#endif
