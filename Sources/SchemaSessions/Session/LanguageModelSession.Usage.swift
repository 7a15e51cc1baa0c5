public import Foundation
public import SchemaModel

extension LanguageModelSession {
  /// The numbers of tokens that requests have used.
  public struct Usage: Sendable {
    /// The tokens that the model read.
    public var input: Input

    /// The tokens that the model wrote.
    public var output: Output

    /// Other details from the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// The number of tokens that were read and written, at most the largest `Int`.
    public var totalTokenCount: Int { input.totalTokenCount.addingClamped(output.totalTokenCount) }

    /// Creates a usage.
    public init(
      input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues { $0.generatedContent }
    }

    /// The tokens that a model read.
    public struct Input: Sendable {
      /// The number of tokens that the model read.
      public var totalTokenCount: Int

      /// The number of these tokens that the provider had cached from an earlier request.
      public var cachedTokenCount: Int

      /// The number of these tokens that the provider has cached for later requests.
      ///
      /// Some providers bill these tokens higher.
      ///
      /// FoundationModels has no such count.
      public var cacheWriteTokenCount: Int

      /// Creates a count.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.init(
          totalTokenCount: totalTokenCount, cachedTokenCount: cachedTokenCount,
          cacheWriteTokenCount: 0)
      }

      /// Creates a count, with the tokens that were cached for later requests.
      public init(totalTokenCount: Int, cachedTokenCount: Int, cacheWriteTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
        self.cacheWriteTokenCount = cacheWriteTokenCount
      }
    }

    /// The tokens that a model wrote.
    public struct Output: Sendable {
      /// The number of tokens that the model wrote.
      public var totalTokenCount: Int

      /// The number of these tokens that are reasoning.
      public var reasoningTokenCount: Int

      /// Creates a count.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }

    /// No tokens.
    package static var zero: Usage {
      Usage(
        input: Input(totalTokenCount: 0, cachedTokenCount: 0),
        output: Output(totalTokenCount: 0, reasoningTokenCount: 0))
    }

    /// The sum of two usages.
    ///
    /// If both have metadata with the same name, the second value is used.
    package static func + (first: Usage, second: Usage) -> Usage {
      var sum = first
      sum.add(second)
      return sum
    }

    /// Adds another usage.
    ///
    /// If both have metadata with the same name, the value of `other` is used.
    mutating func add(_ other: Usage) {
      input.totalTokenCount = input.totalTokenCount.addingClamped(other.input.totalTokenCount)
      input.cachedTokenCount = input.cachedTokenCount.addingClamped(other.input.cachedTokenCount)
      input.cacheWriteTokenCount =
        input.cacheWriteTokenCount.addingClamped(other.input.cacheWriteTokenCount)
      output.totalTokenCount = output.totalTokenCount.addingClamped(other.output.totalTokenCount)
      output.reasoningTokenCount =
        output.reasoningTokenCount.addingClamped(other.output.reasoningTokenCount)
      metadata.merge(other.metadata) { $1 }
    }
  }
}

/// The usage of a reply, including its failed requests.
package struct ReplyTokenCount: Sendable {
  /// The usage of the last request; `nil` if its model has not sent a usage.
  package private(set) var last: LanguageModelSession.Usage?
  private var earlier: LanguageModelSession.Usage?

  package init() {}

  /// The sum over all requests; `nil` if no model has sent a usage.
  package var total: LanguageModelSession.Usage? {
    guard let earlier else { return last }
    return last.map { earlier + $0 } ?? earlier
  }

  /// Records the usage of the current request so far.
  package mutating func update(_ usage: LanguageModelSession.Usage) { last = usage }

  /// Begins another request.
  package mutating func restart() {
    earlier = total
    last = nil
  }
}

/// The prices of a provider for a model's tokens.
///
///     let prices = PriceList(input: 1.25, cachedInput: 0.125, output: 10)
///     print(session.usage.cost(prices))
public struct PriceList: Sendable, Hashable {
  /// The price of a million tokens that the model reads.
  public var input: Decimal

  /// The price of a million tokens that the provider had cached from an earlier request.
  public var cachedInput: Decimal

  /// The price of a million tokens that the model reads and that the provider caches for later
  /// requests.
  public var cacheWrite: Decimal

  /// The price of a million tokens that the model writes, including its reasoning.
  public var output: Decimal

  /// Creates a list of prices, all in one currency.
  ///
  /// Without a price for cached tokens, the price `input` applies to them.
  public init(
    input: Decimal, cachedInput: Decimal? = nil, cacheWrite: Decimal? = nil, output: Decimal
  ) {
    self.input = input
    self.cachedInput = cachedInput ?? input
    self.cacheWrite = cacheWrite ?? input
    self.output = output
  }
}

extension LanguageModelSession.Usage {
  /// The cost of the tokens, in the currency of the prices.
  public func cost(_ prices: PriceList) -> Decimal {
    let cachedCount = Decimal(input.cachedTokenCount)
    let cacheWriteCount = Decimal(input.cacheWriteTokenCount)
    let fresh = (Decimal(input.totalTokenCount) - cachedCount - cacheWriteCount) * prices.input
    let cached = cachedCount * prices.cachedInput + cacheWriteCount * prices.cacheWrite
    let written = Decimal(output.totalTokenCount) * prices.output
    return (fresh + cached + written) / 1_000_000
  }
}
