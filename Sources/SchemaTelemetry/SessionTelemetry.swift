#if Telemetry
public import CoreMetrics
public import Logging
public import SchemaSessions
public import Tracing

/// Spans, metrics and logs of sessions, by OpenTelemetry's conventions for generative AI.
///
///     let telemetry = SessionTelemetry()
///     let session = LanguageModelSession(
///       model: telemetry.model(OpenAIModel("gpt-5")), tools: telemetry.tools([find]))
///
/// Each request to a model is a span `chat MODEL`, and each call of a tool is a span `execute_tool
/// NAME`. Both are children of the span in which the session was called. Prompts, answers, and the
/// arguments and results of tools are in spans only if ``capturesContent`` is `true`. They are
/// never in logs or metrics.
public struct SessionTelemetry: Sendable {
  /// The logger of requests.
  ///
  /// Requests are logged at the level `debug`, and failed requests at the level `info`.
  public var logger: Logger

  /// The factory of metrics; `nil` for the factory of the process.
  public var metrics: (any MetricsFactory)?

  /// The tracer of spans; `nil` for the tracer of the process.
  public var tracer: (any Tracer)?

  /// `true` if spans have prompts, answers, and the arguments and results of tools.
  public var capturesContent: Bool

  /// Creates the telemetry of sessions.
  ///
  /// - Parameters:
  ///   - logger: The logger of requests.
  ///   - metrics: The factory of metrics; `nil` for the factory of the process.
  ///   - tracer: The tracer of spans; `nil` for the tracer of the process.
  ///   - capturesContent: `true` if spans have prompts, answers, and the arguments and results of
  ///     tools. These are often private.
  public init(
    logger: Logger = Logger(label: "SchemaSessions"), metrics: (any MetricsFactory)? = nil,
    tracer: (any Tracer)? = nil, capturesContent: Bool = false
  ) {
    self.logger = logger
    self.metrics = metrics
    self.tracer = tracer
    self.capturesContent = capturesContent
  }

  /// Returns a model whose requests are observed.
  public func model<Model: IdentifiedLanguageModel>(_ model: Model) -> InstrumentedModel<Model> {
    InstrumentedModel(model, model.identity, self)
  }

  /// Returns a model whose requests are observed under a name.
  public func model<Model: LanguageModel>(
    _ model: Model, named identity: LanguageModelIdentity
  ) -> InstrumentedModel<Model> {
    InstrumentedModel(model, identity, self)
  }

  /// Returns tools whose calls are observed.
  public func tools(_ tools: [any Tool]) -> [any Tool] { tools.map { tool in instrumented(tool) } }

  private func instrumented(_ tool: some Tool) -> any Tool { InstrumentedTool(tool, self) }

  /// Runs a function in a span.
  ///
  /// The span gets the type of an error, but not the text of the error, because a model may have
  /// written this text.
  nonisolated(nonsending) func withSpan<Result>(
    _ name: String, ofKind kind: SpanKind,
    _ body: nonisolated(nonsending) (any Span) async throws -> Result
  ) async throws -> Result {
    let tracer: any Tracer = tracer ?? InstrumentationSystem.tracer
    let span: any Span = tracer.startSpan(
      name, context: .current ?? .topLevel, ofKind: kind)
    defer { span.end() }
    return try await ServiceContext.$current.withValue(span.context) {
      do {
        return try await body(span)
      } catch {
        span.attributes[GenAIConventions.Attribute.errorType] = ErrorType(error).name
        span.setStatus(SpanStatus(code: .error))
        throw error
      }
    }
  }

  func count(_ count: Int, _ metric: String, _ dimensions: [(String, String)]) {
    let factory = metrics ?? MetricsSystem.factory
    Counter(label: metric, dimensions: dimensions, factory: factory).increment(by: count)
  }

  func record(_ value: Double, _ metric: String, _ dimensions: [(String, String)]) {
    let factory = metrics ?? MetricsSystem.factory
    Recorder(label: metric, dimensions: dimensions, aggregate: true, factory: factory)
      .record(value)
  }
}
#endif
