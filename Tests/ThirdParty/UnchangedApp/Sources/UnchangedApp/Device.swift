import Foundation
import FoundationModels

/// What apps ask of the device's models, and how they fall back.
@available(macOS 27, iOS 27, visionOS 27, *)
struct DeviceReport {
  let model = SystemLanguageModel(
    useCase: .contentTagging, guardrails: .permissiveContentTransformations)

  func print(photo: URL) async throws {
    Swift.print("locale: \(model.supportsLocale(Locale(identifier: "en_US")))")
    let prompt = Prompt {
      "Which photo is sharper?"
      Attachment(imageURL: photo, orientation: .up).label("first")
    }
    let count = try await model.tokenCount(for: prompt)
    Swift.print("fits: \(count > 0 && count < model.contextSize)")
    Swift.print("tools: \(try await model.tokenCount(for: [PantryTool()]) > 0)")

    let cloud = PrivateCloudComputeLanguageModel()
    switch cloud.availability {
    case .available: Swift.print("cloud: \(cloud.quotaUsage.isLimitReached)")
    case .unavailable(.deviceNotEligible): Swift.print("cloud: not eligible")
    case .unavailable(.systemNotReady): Swift.print("cloud: not ready")
    @unknown default: Swift.print("cloud: unknown")
    }
    do {
      let adapter = try SystemLanguageModel.Adapter(name: "cook")
      _ = SystemLanguageModel(adapter: adapter)
    } catch SystemLanguageModel.Adapter.AssetError.compatibleAdapterNotFound {
      Swift.print("adapter: none")
    }
  }

  func attach(photo: URL) async throws -> LanguageModelSession {
    let session = LanguageModelSession(model: SystemLanguageModel.default)
    let choice = try await session.respond(
      generating: ImageReference.self, metadata: ["turn": 1]
    ) {
      "Which photo is sharper?"
      Attachment(imageURL: photo).label("first")
    }
    let image = choice.content.resolved(in: session.transcript)
    Swift.print("photo: \(image?.url?.lastPathComponent ?? "none")")
    for case .prompt(let prompt) in session.transcript.history {
      Swift.print("turn: \(try prompt.metadata["turn"]?.value(Int.self) ?? 0)")
      for case .attachment(let segment) in prompt.segments {
        if case .image(let image) = segment.content {
          Swift.print("label: \(segment.label ?? "") \(image.orientation == .up)")
        }
      }
    }
    return session
  }

  func feedback(on session: LanguageModelSession) -> Bool {
    let data = session.logFeedbackAttachment(
      sentiment: .negative,
      issues: [LanguageModelFeedback.Issue(category: .incorrect, explanation: "It is blurred.")],
      desiredResponseText: "second")
    return data.isEmpty
  }
}
