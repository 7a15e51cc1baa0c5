import ContentStorage

extension GeneratedContentParser {
  /// What a parser accepts.
  ///
  /// As it is made, a set of options takes a text by RFC 8259 and nothing else. ``lenient`` takes
  /// what models write when nothing holds them to the grammar.
  public struct Options: Sendable, Hashable {
    /// How an object in which a key occurs twice is read.
    public enum DuplicateKeys: Sendable, Hashable {
      /// It is an error, at the second key.
      case error

      /// The first value stays.
      ///
      /// Until the text is finished, a snapshot finds the first value by its name, and has both
      /// among its properties. All parts that stay keep their ids.
      case keepFirst

      /// The last value takes the place of the first.
      ///
      /// That happens when the text is finished: until then, a snapshot finds the first value by
      /// its name, so that nothing changes which has been shown, and has both among its properties.
      /// All parts that stay keep their ids.
      case keepLast
    }

    /// How many arrays and objects may stand inside each other.
    ///
    /// Parsing any depth is safe: a million levels take no stack. The default is
    /// `GeneratedContent.maximumDepth`, the depth of content of which values are made. Raise it if
    /// you look into the content yourself.
    public var maximumDepth: Int

    /// What becomes of an object in which a key occurs twice.
    ///
    /// Keys are the same if their UTF-8 is.
    public var duplicateKeys: DuplicateKeys

    /// Whether text around the first JSON value is skipped.
    ///
    /// Models like to wrap their answer in a Markdown fence, and to say something before and after
    /// it. Then everything up to the value is skipped, and everything after it. Looked for is:
    ///
    /// 1. an object or an array, wherever it begins. A `{` that is not followed by a key and a
    ///    colon, or a `[` that is not followed by a value, belongs to the text. So does an array of
    ///    numbers or without elements, such as `[1]` and `[ ]`, if another object or array follows:
    ///    it could be a citation or a checkbox. It is shown when the text has ended, the longest of
    ///    several; in a fence, or with two numbers where the text begins, it is shown at once;
    /// 2. any value that alone fills a Markdown fence;
    /// 3. any value that is the whole text.
    public var skipsSurroundingText: Bool

    /// Whether departures from RFC 8259 are taken that have one clear meaning.
    ///
    /// - a byte order mark before the text;
    /// - a comma after the last element or property;
    /// - comments, from `//` to the end of the line and from `/*` to `*/`;
    /// - control characters in strings, such as a line break, that should have been escaped;
    /// - the escape `\'`;
    /// - an escaped surrogate without its other half, which becomes U+FFFD.
    ///
    /// What is not UTF-8 is an error all the same, and so are keys without quotes, other quotes
    /// than `"`, numbers and literals that JSON does not have, and whatever is missing.
    public var isLenient: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - maximumDepth: How many arrays and objects may stand inside each other.
    ///   - duplicateKeys: What becomes of an object in which a key occurs twice.
    ///   - skipsSurroundingText: Whether text around the first JSON value is skipped.
    ///   - isLenient: Whether departures from RFC 8259 are taken that have one clear meaning.
    public init(
      maximumDepth: Int = GeneratedContent.maximumDepth, duplicateKeys: DuplicateKeys = .error,
      skipsSurroundingText: Bool = false, isLenient: Bool = false
    ) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
      self.skipsSurroundingText = skipsSurroundingText
      self.isLenient = isLenient
    }

    /// RFC 8259 and nothing else, as by `Options()`.
    public static let strict = Options()

    /// What models write: ``isLenient``, ``skipsSurroundingText``, and the first of several values
    /// under one key.
    public static let lenient = Options(
      duplicateKeys: .keepFirst, skipsSurroundingText: true, isLenient: true)

    /// The same for the machine that does the work.
    var forMachine: JSONMachine.Options {
      let duplicateKeys: JSONMachine.Options.DuplicateKeys =
        switch duplicateKeys {
        case .error: .error
        case .keepFirst: .keepFirst
        case .keepLast: .keepLast
        }
      return JSONMachine.Options(
        maximumDepth: maximumDepth, duplicateKeys: duplicateKeys,
        skipsSurroundingText: skipsSurroundingText, isLenient: isLenient)
    }
  }
}
