import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct UsageTests {
  private func usage(_ count: Int, _ part: Int = 0) -> LanguageModelSession.Usage {
    .init(
      input: .init(totalTokenCount: count, cachedTokenCount: part),
      output: .init(totalTokenCount: count, reasoningTokenCount: part))
  }

  @Test(
    "H1: is the nearest Int where a model counts beyond it",
    arguments: [Int.max, .min, .max - 1, .min + 1])
  func clamped(_ count: Int) async throws {
    let usage = usage(count, count)
    let limit = count > 0 ? Int.max : .min
    #expect(usage.totalTokenCount == limit)
    let session = LanguageModelSession(
      model: ScriptedModel([.text(["Dal."], usage: usage), .text(["Pie."], usage: usage)]))
    try await session.respond(to: "Soup?")
    try await session.respond(to: "Soup?")
    #expect(session.usage.input.totalTokenCount == limit)
    #expect(session.usage.input.cachedTokenCount == limit)
    #expect(session.usage.output.totalTokenCount == limit)
    #expect(session.usage.output.reasoningTokenCount == limit)
    #expect(session.usage.totalTokenCount == limit)
  }

  @Test("H1: of several tries, is the nearest Int")
  func tries() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(
        ["{}", #"{"term":"soup"}"#].map { .text([$0], usage: usage(.max)) }))
    let response = try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    #expect(response.usage.totalTokenCount == .max)
    #expect(session.usage.totalTokenCount == .max)
  }

  @Test("T27: has the tokens of a model that failed, which are no part of the context")
  func fallback() async throws {
    let failed = ScriptedModel.Reply([
      .event(.response(action: .updateUsage(input: usage(40, 3).input, output: usage(2).output))),
      .event(.finished(.length)),
      .fail(LanguageModelError.timeout(.init(debugDescription: "slow"))),
    ])
    let session = LanguageModelSession(
      model: FallbackModel([
        ScriptedModel([failed, failed]),
        ScriptedModel([.text(["Dal."], usage: usage(50, 5)), .text(["Pie."])]),
      ]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.usage.input.totalTokenCount == 90)
    #expect(response.usage.input.cachedTokenCount == 8)
    #expect(response.usage.output.totalTokenCount == 52)
    // The second model sends no usage.
    #expect(try await session.respond(to: "Pie?").usage.totalTokenCount == 42)
    #expect(session.usage.totalTokenCount == 142 + 42)
  }

  @Test("H1: has a cost, whatever a model counts")
  func cost() {
    let prices = PriceList(input: 1, cachedInput: 1, output: 1)
    #expect(usage(1_000_000, 500_000).cost(prices) == 2)
    #expect(usage(.max, .min).cost(prices) > 0)
    #expect(usage(.min, .max).cost(prices) < 0)
  }
}
