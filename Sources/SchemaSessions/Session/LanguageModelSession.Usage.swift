public import SchemaModel

extension LanguageModelSession {
  /// How many tokens requests have used.
  public struct Usage: Sendable {
    /// What the model read.
    public var input: Input

    /// What the model wrote.
    public var output: Output

    /// What else the provider says, by name.
    public var metadata: [String: GeneratedContent]

    /// How many tokens were read and written; the largest `Int` if the sum is larger.
    public var totalTokenCount: Int {
      input.totalTokenCount.addingClamped(output.totalTokenCount)
    }

    /// Creates a usage.
    ///
    /// - Parameters:
    ///   - input: What the model read.
    ///   - output: What the model wrote.
    ///   - metadata: What else the provider says, by name.
    public init(
      input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues { $0.generatedContent }
    }

    /// What a model read.
    public struct Input: Sendable {
      /// How many tokens the model read.
      public var totalTokenCount: Int

      /// How many of them the provider had kept from an earlier request.
      public var cachedTokenCount: Int

      /// How many of them the provider has kept for later requests, which some providers bill
      /// higher.
      ///
      /// FoundationModels has no such count.
      public var cacheWriteTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: How many tokens the model read.
      ///   - cachedTokenCount: How many of them the provider had kept.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.init(
          totalTokenCount: totalTokenCount, cachedTokenCount: cachedTokenCount,
          cacheWriteTokenCount: 0)
      }

      /// Creates a count, with the tokens that were kept for later requests.
      ///
      /// - Parameters:
      ///   - totalTokenCount: How many tokens the model read.
      ///   - cachedTokenCount: How many of them the provider had kept.
      ///   - cacheWriteTokenCount: How many others of them the provider has kept for later
      ///     requests.
      public init(totalTokenCount: Int, cachedTokenCount: Int, cacheWriteTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
        self.cacheWriteTokenCount = cacheWriteTokenCount
      }
    }

    /// What a model wrote.
    public struct Output: Sendable {
      /// How many tokens the model wrote.
      public var totalTokenCount: Int

      /// How many of them are thoughts.
      public var reasoningTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: How many tokens the model wrote.
      ///   - reasoningTokenCount: How many of them are thoughts.
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

    /// What two requests have used together; of metadata with one name, the second's stays.
    static func + (first: Usage, second: Usage) -> Usage {
      var sum = first
      sum.add(second)
      return sum
    }

    /// Adds what another request has used; of metadata with one name, the other's stays.
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

extension Int {
  /// The sum of two counts, or the nearest `Int` to it: a server can send any number.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other < 0 ? .min : .max
  }
}
