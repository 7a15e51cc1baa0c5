extension TokenGrammar {
  /// Options for the text of a value and its masks.
  public struct Options: Sendable, Hashable {
    /// The white space between the parts of a JSON text.
    ///
    /// There is none in front of the value and none behind it.
    public enum Whitespace: Sendable, Hashable {
      /// None: `{"a":1,"b":[2,3]}`.
      case compact

      /// One space behind each comma and colon, as most models write by themselves:
      /// `{"a": 1, "b": [2, 3]}`.
      case spaced

      /// Any, up to a number of characters at each place; more than 2 047 counts as 2 047.
      ///
      /// Masks take longer, and a model can waste its tokens on blanks.
      case flexible(maximum: Int)
    }

    /// The order of an object's properties.
    public enum PropertyOrder: Sendable, Hashable {
      /// The order of the schema: first the named properties, then others.
      case declared

      /// Any order, as JSON Schema accepts it.
      ///
      /// Masks then accept what another writer may have written, but no longer lead a model from
      /// its reasons to its verdict. More of them have to be found, since they differ by the
      /// properties that an object has so far.
      case any
    }

    /// The treatment of objects that may have undeclared properties.
    public enum OpenObjects: Sendable, Hashable {
      /// They may have others, as the schema says.
      case asDeclared

      /// Where an object names properties and others may be of any kind, it has no others.
      case closed
    }

    /// The white space.
    public var whitespace: Whitespace

    /// The order of an object's properties.
    public var propertyOrder: PropertyOrder

    /// The treatment of objects that may have undeclared properties.
    public var openObjects: OpenObjects

    /// The most alternatives of a value that cannot be told apart by its kind.
    public var maximumAlternatives: Int

    /// The largest exponent of a number without bounds, in magnitude; `nil` for no limit.
    ///
    /// Many readers refuse a number that a double cannot hold, such as `7e7031`. With the default,
    /// each number with one digit in front of its point fits one.
    public var maximumExponent: Int?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - whitespace: The white space.
    ///   - propertyOrder: The order of an object's properties.
    ///   - openObjects: What becomes of objects that may have properties besides those named.
    ///   - maximumAlternatives: How many alternatives a value may have.
    ///   - maximumExponent: The largest exponent of a number without bounds, in magnitude; a
    ///     negative one counts as 0. `nil` stands for no limit.
    public init(
      whitespace: Whitespace = .compact, propertyOrder: PropertyOrder = .declared,
      openObjects: OpenObjects = .asDeclared, maximumAlternatives: Int = 256,
      maximumExponent: Int? = 307
    ) {
      self.whitespace = whitespace
      self.propertyOrder = propertyOrder
      self.openObjects = openObjects
      self.maximumAlternatives = maximumAlternatives
      self.maximumExponent = maximumExponent
    }

    /// The allowance of white space in front of and behind separators.
    var blanks: (before: Int, after: Int) {
      switch whitespace {
      case .compact: (0, 0)
      case .spaced: (0, Blanks.oneSpace)
      case .flexible(let maximum):
        (min(max(maximum, 0), Blanks.limit), min(max(maximum, 0), Blanks.limit))
      }
    }
  }
}
