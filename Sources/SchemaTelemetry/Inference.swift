#if Telemetry
import Logging
import SchemaReading
import SchemaSessions
import Tracing

/// The telemetry of one request to a model.
struct Inference {
  private typealias Attribute = GenAIConventions.Attribute

  private let request: LanguageModelExecutorGenerationRequest
  private let identity: LanguageModelIdentity
  private let telemetry: SessionTelemetry

  init(
    _ request: LanguageModelExecutorGenerationRequest, _ identity: LanguageModelIdentity,
    _ telemetry: SessionTelemetry
  ) {
    self.request = request
    self.identity = identity
    self.telemetry = telemetry
  }

  /// The data that are collected from the events of the answer.
  private struct Observation {
    let start = ContinuousClock.now
    /// The time from the start to the first event with content.
    var firstChunk: Duration?
    var tokenCount = ReplyTokenCount()
    var identity = LanguageModelExecutorGenerationChannel.ResponseIdentity()
    var finishReason = LanguageModelExecutorGenerationChannel.FinishReason.stop
    var hasToolCalls = false
    var text = ""

    /// Removes the names and the finish reason of a failed request, which is sent again.
    ///
    /// A failed request has no content, so there are no text and no calls to remove.
    mutating func restart() {
      tokenCount.restart()
      identity = .init()
      finishReason = .stop
    }

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
  }

  /// Sends the request in a span.
  ///
  /// - Parameter body: A closure that sends the request. It passes each event to its parameter.
  /// - Throws: The errors of `body`.
  nonisolated(nonsending) func run(
    _ body:
      nonisolated(nonsending) (
        (LanguageModelExecutorGenerationChannel.Event) -> Void
      ) async throws -> Void
  ) async throws {
    request.mendObservers.add { count($0) }
    let name = "\(GenAIConventions.Operation.chat) \(identity.name)"
    try await telemetry.withSpan(name, ofKind: .client) { span in
      setAttributes(of: span)
      telemetry.logger.debug("A request to a model begins.", metadata: logMetadata)
      var observation = Observation()
      do {
        try await body { event in observe(event, &observation) }
      } catch {
        end(observation, span, error)
        throw error
      }
      end(observation, span, nil)
    }
  }

  /// Counts the mends of the reply by their kinds.
  private func count(_ mends: [Mend]) {
    var counts: [String: Int] = [:]
    for mend in mends { counts[mend.kind.name, default: 0] += 1 }
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
      telemetry.count(
        count, GenAIConventions.Mend.count,
        [
          (Attribute.providerName, identity.provider), (Attribute.requestModel, identity.name),
          (GenAIConventions.Mend.kind, kind),
        ])
    }
    var metadata = logMetadata
    metadata["mends"] = "\(counts.keys.sorted().joined(separator: ", "))"
    telemetry.logger.debug("A reply of a model was mended.", metadata: metadata)
  }

  /// Collects the data of an event.
  private func observe(
    _ event: LanguageModelExecutorGenerationChannel.Event, _ observation: inout Observation
  ) {
    if event.isContent, observation.firstChunk == nil {
      observation.firstChunk = ContinuousClock.now - observation.start
    }
    if let usage = event.usage { observation.tokenCount.update(usage) }
    switch event.kind {
    case .change(_, .call, _): observation.hasToolCalls = true
    case .change(.append(let text), .response, _):
      if telemetry.capturesContent { observation.text += text.content }
    case .restarted: observation.restart()
    case .identified(let identity): observation.identity = identity
    case .finished(let reason): observation.finishReason = reason
    case .change, .fitted: break
    }
  }

  private func setAttributes(of span: any Span) {
    let options = request.generationOptions
    var attributes = span.attributes
    attributes[Attribute.operationName] = GenAIConventions.Operation.chat
    attributes[Attribute.providerName] = identity.provider
    attributes[Attribute.requestModel] = identity.name
    attributes[Attribute.requestStream] = true
    attributes[Attribute.outputType] = request.schema == nil ? "text" : "json"
    if let address = identity.serverAddress { attributes[Attribute.serverAddress] = address }
    if let limit = options.maximumResponseTokens { attributes[Attribute.requestMaxTokens] = limit }
    if let temperature = options.temperature {
      attributes[Attribute.requestTemperature] = temperature
    }
    var seed: UInt64?
    switch options.samplingMode?.kind {
    case .randomTopK(let count, let givenSeed):
      attributes[Attribute.requestTopK] = count
      seed = givenSeed
    case .randomProbabilityThreshold(let threshold, let givenSeed):
      attributes[Attribute.requestTopP] = threshold
      seed = givenSeed
    case .greedy, nil: break
    }
    if let seed = seed.flatMap({ Int64(exactly: $0) }) { attributes[Attribute.requestSeed] = seed }
    if telemetry.capturesContent {
      let content = TranscriptContent(request.transcript)
      attributes[Attribute.inputMessages] = content.messages
      if let instructions = content.instructions {
        attributes[Attribute.systemInstructions] = instructions
      }
    }
    span.attributes = attributes
  }

  /// Reports the end of the request in the span, the metrics and the log.
  private func end(_ observation: Observation, _ span: any Span, _ error: (any Error)?) {
    let seconds = observation.seconds
    var dimensions = [
      (Attribute.operationName, GenAIConventions.Operation.chat),
      (Attribute.providerName, identity.provider), (Attribute.requestModel, identity.name),
    ]
    if let address = identity.serverAddress {
      dimensions.append((Attribute.serverAddress, address))
    }
    if let id = observation.identity.id { span.attributes[Attribute.responseID] = id }
    // The model's name in the response is only recorded in the span. As a dimension of a metric,
    // each new name from a server would create another series.
    if let model = observation.identity.model {
      span.attributes[Attribute.responseModel] = model
    }
    if let usage = observation.tokenCount.total { record(usage, span, dimensions) }
    if let first = observation.firstChunk {
      let seconds = first / .seconds(1)
      span.attributes[Attribute.timeToFirstChunk] = seconds
      telemetry.record(seconds, GenAIConventions.Metric.timeToFirstChunk, dimensions)
    }
    if let error {
      let type = ErrorType(error).name
      dimensions.append((Attribute.errorType, type))
      log(error, type)
    } else {
      let reason =
        observation.finishReason == .length
        ? "length" : observation.hasToolCalls ? "tool_calls" : "stop"
      span.attributes[Attribute.responseFinishReasons] = [reason]
      if telemetry.capturesContent {
        span.attributes[Attribute.outputMessages] = TranscriptContent.answer(
          observation.text, reason)
      }
      var metadata = logMetadata
      metadata["seconds"] = "\(seconds)"
      metadata["finish_reason"] = "\(reason)"
      telemetry.logger.debug("A request to a model ended.", metadata: metadata)
    }
    telemetry.record(seconds, GenAIConventions.Metric.operationDuration, dimensions)
  }

  private func record(
    _ usage: LanguageModelSession.Usage, _ span: any Span, _ dimensions: [(String, String)]
  ) {
    let counts = [("input", usage.input.totalTokenCount), ("output", usage.output.totalTokenCount)]
    for (type, count) in counts {
      telemetry.record(
        Double(count), GenAIConventions.Metric.tokenUsage,
        dimensions + [(Attribute.tokenType, type)])
    }
    span.attributes[Attribute.usageInputTokens] = usage.input.totalTokenCount
    span.attributes[Attribute.usageOutputTokens] = usage.output.totalTokenCount
    span.attributes[Attribute.usageCacheReadTokens] = usage.input.cachedTokenCount
    span.attributes[Attribute.usageReasoningTokens] = usage.output.reasoningTokenCount
  }

  private var logMetadata: Logger.Metadata {
    [
      "request": "\(request.id)", "provider": "\(identity.provider)", "model": "\(identity.name)",
    ]
  }

  /// Logs the type of the error and the provider's identifier of the request, but not the text of
  /// the error.
  private func log(_ error: any Error, _ type: String) {
    var metadata = logMetadata
    metadata["error"] = "\(type)"
    if let id = (error as? LanguageModelError)?.metadata["requestID"] as? String {
      metadata["provider_request"] = "\(id)"
    }
    telemetry.logger.info("A request to a model failed.", metadata: metadata)
  }
}
#endif
