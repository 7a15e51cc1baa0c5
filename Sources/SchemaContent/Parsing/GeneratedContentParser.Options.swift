import ContentStorage

extension GeneratedContentParser {
  /// The choices of a parser.
  ///
  /// As it is made, a set of options takes a text by RFC 8259 and nothing else. ``lenient`` accepts
  /// the texts that models write when nothing holds them to the grammar.
  public struct Options: Sendable, Hashable {
    /// The treatment of an object in which a key occurs twice.
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
      /// The first value is removed when the text is finished. Until then, a snapshot finds the
      /// first value by its name, so that shown content does not change, and has both among its
      /// properties. All parts that remain keep their ids.
      case keepLast
    }

    /// The greatest number of arrays and objects inside each other.
    ///
    /// Parsing any depth is safe: a million levels take no stack. The default is
    /// `GeneratedContent.maximumDepth`, the depth of content of which values are made. Raise it if
    /// you look into the content yourself.
    public var maximumDepth: Int

    /// The treatment of an object in which a key occurs twice.
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
    /// Bytes that are not UTF-8 are an error all the same, and so are keys without quotes, other
    /// quotes than `"`, numbers and literals that JSON does not have, and missing parts.
    public var isLenient: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - maximumDepth: The greatest number of arrays and objects inside each other.
    ///   - duplicateKeys: The treatment of an object in which a key occurs twice.
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

    /// The choices for texts of models: ``isLenient``, ``skipsSurroundingText``, and the first of
    /// several values under one key.
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
