extension TokenMatcher {
  /// An error for a token that cannot be committed, or a budget that is too small.
  ///
  /// The matcher is as it was before.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable {
      private let name: String

      private init(_ name: String) { self.name = name }

      /// The token is not among those that may follow.
      public static let forbidden = Code("forbidden")

      /// The vocabulary has no such token.
      public static let unknownToken = Code("unknownToken")

      /// The answer has ended.
      public static let finished = Code("finished")

      /// More tokens were to be taken back than were committed.
      public static let nothingToRollBack = Code("nothingToRollBack")

      /// The text can be read in too many ways at once.
      public static let tooManyReadings = Code("tooManyReadings")

      /// The budget is too small for any complete text.
      public static let budgetTooSmall = Code("budgetTooSmall")

      /// The buffer is too short for a mask.
      public static let bufferTooShort = Code("bufferTooShort")
    }

    /// The kind of the failure.
    public let code: Code

    /// The token at fault, if it is one.
    public let token: Int?

    /// What is wrong and what to do about it, as sentences.
    public let description: String

    init(_ code: Code, token: Int? = nil, _ description: String) {
      self.code = code
      self.token = token
      self.description = description
    }

    static let tooManyReadings = Failure(
      .tooManyReadings,
      "The text can be read in more than \(MaskWorkspace.maximumItems) ways. Use unions whose "
        + "alternatives differ in their first property.")

    static func bufferTooShort(_ count: Int, _ needed: Int) -> Failure {
      Failure(
        .bufferTooShort,
        "The buffer has \(count) words, and a mask needs \(needed). Use maskWordCount.")
    }
  }
}
