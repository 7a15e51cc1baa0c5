extension TokenMatcher {
  /// An error for a token or text that cannot be committed, for a mask that cannot be written, or
  /// for a budget that is too small.
  ///
  /// The matcher does not change if this error is thrown.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable {
      private let name: String

      private init(_ name: String) { self.name = name }

      /// The token or text may not follow.
      public static let forbidden = Code("forbidden")
      /// The vocabulary has no such token.
      public static let unknownToken = Code("unknownToken")
      /// The answer has ended.
      public static let finished = Code("finished")
      /// A rollback would remove more tokens than were committed.
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

    /// The token that caused the failure, if there is one.
    public let token: Int?

    /// The number of tokens that the shortest complete text still needs, if the budget is too
    /// small.
    ///
    /// The value is also `nil` if the text cannot be completed with any number of tokens.
    public let neededTokenCount: Int?

    /// The index of the matcher in a batch whose text can be read in too many ways.
    public let row: Int?

    /// The problem and the remedy, as sentences.
    public let description: String

    init(
      _ code: Code, token: Int? = nil, neededTokenCount: Int? = nil, row: Int? = nil,
      _ description: String
    ) {
      self.code = code
      self.token = token
      self.neededTokenCount = neededTokenCount
      self.row = row
      self.description = description
    }

    /// Creates the failure of a budget that is too small for any complete text.
    ///
    /// `needed`: The number of tokens that the shortest text still needs. `left`: The number of
    /// tokens that are left of the budget.
    init(needed: Distance, left: Int) {
      let count = needed.finite.map { Int(clamping: $0) }
      let need =
        count.map { "needs \($0) more. Raise the budget." }
        ?? "needs a byte that is not a token. Use a vocabulary that has a token for each byte."
      self.init(
        .budgetTooSmall, neededTokenCount: count,
        "\(max(left, 0)) tokens are left of the budget, and the shortest text \(need)")
    }

    /// Creates the failure of a text that can be read in too many ways.
    ///
    /// `row`: The index of its matcher in a batch.
    static func tooManyReadings(row: Int? = nil) -> Failure {
      let text = row.map { "The text of row \($0)" } ?? "The text"
      return Failure(
        .tooManyReadings, row: row,
        "\(text) can be read in more than \(ItemSets<Item>.limit) ways. Use unions whose "
          + "alternatives differ in their first property.")
    }

    /// Creates the failure of a buffer or a row that is too short for a mask.
    static func bufferTooShort<Word: MaskWord>(
      _ count: Int, _ needed: Int, _: Word.Type
    ) -> Failure {
      Failure(
        .bufferTooShort,
        "There are \(max(count, 0)) words of \(Word.bitWidth) bits for a mask that needs "
          + "\(needed). Pass at least \(needed) words.")
    }

    /// Creates the failure of a buffer that is too short for the rows of several masks.
    static func rowsTooShort<Word: MaskWord>(
      _ count: Int, rows: Int, _ wordsPerRow: Int, _: Word.Type
    ) -> Failure {
      let (needed, overflow) = rows.multipliedReportingOverflow(by: wordsPerRow)
      let need =
        wordsPerRow < 0
        ? "rows of at least 0 words" : overflow ? "shorter rows" : "at least \(needed) words"
      return Failure(
        .bufferTooShort,
        "There are \(count) words of \(Word.bitWidth) bits for \(rows) rows of \(wordsPerRow) "
          + "words. Pass \(need).")
    }
  }
}
