#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
  /// - Parameters:
  ///   - input: The price of a million tokens that the model reads.
  ///   - cachedInput: The price of a million tokens that the provider had cached; `nil` for the
  ///     price `input`.
  ///   - cacheWrite: The price of a million tokens that the provider caches for later requests;
  ///     `nil` for the price `input`.
  ///   - output: The price of a million tokens that the model writes.
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
