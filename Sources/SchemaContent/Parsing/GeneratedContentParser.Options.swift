import ContentStorage

extension GeneratedContentParser {
  /// The choices of a parser.
  ///
  /// By default, a parser accepts only texts that follow RFC 8259. ``lenient`` accepts the texts
  /// that models write without an enforced grammar.
  public struct Options: Sendable, Hashable {
    /// The treatment of an object in which a key occurs twice.
    public enum DuplicateKeys: Sendable, Hashable {
      /// A repeated key is an error.
      case error

      /// The first value is used.
      ///
      /// Until the text is finished, a snapshot finds the first value by its name, and has both
      /// values among its properties. All remaining parts keep their ids.
      case keepFirst

      /// The last value replaces the first.
      ///
      /// The first value is removed when the text is finished. Until then, a snapshot finds the
      /// first value by its name, so that shown content does not change, and has both values among
      /// its properties. All remaining parts keep their ids.
      case keepLast
    }

    /// The largest nesting depth of arrays and objects.
    ///
    /// Parsing any depth is safe: a million levels take no stack. The default is
    /// `GeneratedContent.maximumDepth`, the largest depth of content that is converted to values.
    /// Raise it if you read the content yourself.
    public var maximumDepth: Int

    /// The treatment of an object in which a key occurs twice.
    ///
    /// Keys are the same if their UTF-8 is the same.
    public var duplicateKeys: DuplicateKeys

    /// `true` if text around the first JSON value is skipped.
    ///
    /// Models tend to wrap their answer in a Markdown fence, and to write text before and after it.
    /// This option skips everything before and after the value. The value is:
    ///
    /// 1. an object or an array, wherever it begins. A `{` that is not followed by a key and a
    ///    colon, or a `[` that is not followed by a value, belongs to the text. An array of numbers
    ///    or without elements, such as `[1]` and `[ ]`, could be a citation or a checkbox, and
    ///    belongs to the text if another object or array follows. If the text ends without one, the
    ///    longest such array is the value. In a fence, or with two numbers at the beginning of the
    ///    text, such an array is the value immediately;
    /// 2. any value that alone fills a Markdown fence;
    /// 3. any value that makes up the complete text.
    public var skipsSurroundingText: Bool

    /// `true` if departures from RFC 8259 with one clear meaning are accepted.
    ///
    /// - a byte order mark before the text;
    /// - a comma after the last element or property;
    /// - comments, from `//` to the end of the line and from `/*` to `*/`;
    /// - control characters in strings, such as a line break, that should have been escaped;
    /// - the escape `\'`;
    /// - an unpaired escaped surrogate, which becomes U+FFFD.
    ///
    /// Bytes that are not UTF-8 are an error in any case, and so are keys without quotes, quotes
    /// other than `"`, numbers and literals that JSON does not have, and missing parts.
    public var isLenient: Bool

    /// `true` if a byte order mark at the beginning is skipped, as by ``isLenient``.
    private var skipsByteOrderMark = false

    /// Returns the options for the text of a file.
    ///
    /// - Parameter maximumDepth: The largest nesting depth of arrays and objects.
    /// - Returns: The options, by which a byte order mark is skipped.
    package static func document(maximumDepth: Int = .max) -> Options {
      var options = Options(maximumDepth: maximumDepth)
      options.skipsByteOrderMark = true
      return options
    }

    /// Creates options.
    public init(
      maximumDepth: Int = GeneratedContent.maximumDepth, duplicateKeys: DuplicateKeys = .error,
      skipsSurroundingText: Bool = false, isLenient: Bool = false
    ) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
      self.skipsSurroundingText = skipsSurroundingText
      self.isLenient = isLenient
    }

    /// RFC 8259 without exceptions, as by `Options()`.
    public static let strict = Options()

    /// The options for texts of models: ``isLenient``, ``skipsSurroundingText``, and the first
    /// value if a key occurs twice.
    public static let lenient = Options(
      duplicateKeys: .keepFirst, skipsSurroundingText: true, isLenient: true)

    /// Returns a parser with these options.
    func makeParser(id: ContentID, expectedBytes: Int = 0) -> JSONTextParser {
      let duplicateKeys: JSONMachine.Options.DuplicateKeys =
        switch duplicateKeys {
        case .error: .error
        case .keepFirst: .keepFirst
        case .keepLast: .keepLast
        }
      return JSONTextParser(
        options: JSONMachine.Options(
          maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isLenient: isLenient),
        skipsSurroundingText: skipsSurroundingText,
        skipsByteOrderMark: skipsByteOrderMark || isLenient, id: id, expectedBytes: expectedBytes)
    }
  }
}
