import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport

/// A conversation of a few turns with random options, tools and schemas, made from a seed.
struct RandomConversation {
  private var random: SplitMix64
  private let seed: UInt64
  private let provider: GoldenProvider
  private let model: @Sendable (any ModelTransport) -> any LanguageModel

  ///
  /// `model` is the model on another cloud or service; `nil` for that of the provider.
  init(
    seed: UInt64, with provider: GoldenProvider,
    model: (@Sendable (any ModelTransport) -> any LanguageModel)? = nil
  ) {
    random = SplitMix64(seed: seed)
    self.seed = seed
    self.provider = provider
    self.model = model ?? provider.fixture.model
  }

  /// A tool with a random schema, and a name that no provider takes.
  private struct AwkwardTool: Tool {
    let name = "Suche<Größe>/now, with a name that is longer than the sixty-four characters allowed"
    let description = "Finds \"anything\"\nanywhere"
    let parameters: GenerationSchema

    func call(arguments: GeneratedContent) async throws -> String { arguments.jsonString }
  }

  /// Runs the conversation.
  ///
  /// Turns that fail are part of it: an answer may not fit a random schema, and is asked for again.
  mutating func requests() async throws -> [TransportRequest] {
    let situations: [GoldenProvider.Case] = (0..<12).map { _ in
      random.pick([.text, .structure, .tool, .parallel, .thought, .text])
    }
    let transport = ScriptedTransport(
      try situations.map { try provider.response(provider.stream($0) == nil ? .text : $0) })
    let schema = try RandomSchema(seed: seed).schema
    var tools: [any Tool] = random.oneIn(3) ? [] : [Find()]
    if random.oneIn(2) { tools.append(AwkwardTool(parameters: Dish.generationSchema)) }
    let session = LanguageModelSession(
      model: model(transport), tools: tools, instructions: "Be brief.")
    session.policy.unsupportedOption = .log
    session.policy.maximumToolRounds = 2
    for _ in 0..<3 {
      let options = options()
      let context = ContextOptions(
        includeSchemaInPrompt: random.pick([nil, true, false]),
        reasoningLevel: random.pick([nil, .light, .moderate, .deep]))
      let prompt = random.pick(["Soup?", "Größe \"ü\"\n🍲\u{0}", "{}"])
      switch random.below(3) {
      case 0:
        _ = try? await session.respond(to: prompt, options: options, contextOptions: context)
      case 1:
        _ = try? await session.respond(
          to: prompt, generating: Dish.self, options: options, contextOptions: context)
      default:
        _ = try? await session.respond(
          to: prompt, schema: schema, options: options, contextOptions: context)
      }
    }
    return transport.requests
  }

  private mutating func options() -> GenerationOptions {
    GenerationOptions(
      samplingMode: random.pick([
        nil, .greedy, .random(top: 40, seed: 7), .random(probabilityThreshold: 0.5),
      ]),
      temperature: random.pick([nil, 0, 0.7]), maximumResponseTokens: random.pick([nil, 400]),
      toolCallingMode: random.pick([nil, .allowed, .required, .disallowed]))
  }
}
