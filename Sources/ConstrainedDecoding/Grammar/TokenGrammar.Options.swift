extension TokenGrammar {
  /// Options for the text of a value and its masks.
  public struct Options: Sendable, Hashable {
    /// The white space between the parts of a JSON text.
    ///
    /// No white space is allowed before and after the whole value.
    public enum Whitespace: Sendable, Hashable {
      /// No white space: `{"a":1,"b":[2,3]}`.
      case compact

      /// One space after each comma and colon, as most models write JSON:
      /// `{"a": 1, "b": [2, 3]}`.
      case spaced

      /// Any white space up to a number of characters at each place. A number above 2 047 counts as
      /// 2 047.
      ///
      /// Finding masks takes longer, and a model can waste tokens on white space.
      case flexible(maximum: Int)
    }

    /// The order of an object's properties.
    public enum PropertyOrder: Sendable, Hashable {
      /// The order of the schema: first the declared properties, then other properties.
      case declared

      /// Any order, as JSON Schema accepts it.
      ///
      /// Masks then accept the order of other JSON writers. But the schema can no longer ensure
      /// that a model writes its reasons before its verdict. Also, more masks have to be computed,
      /// because they depend on the properties that an object already has.
      case any
    }

    /// The treatment of what a schema leaves open, such as the undeclared properties of objects.
    public enum OpenObjects: Sendable, Hashable {
      /// Objects may have undeclared properties, as in the schema.
      case asDeclared

      /// If an object declares properties and its undeclared properties may have any value, masks
      /// allow no undeclared properties.
      ///
      /// A document's schema without `type` has only values of the types that its keywords
      /// constrain: one with `minLength` has only strings.
      case closed
    }

    package var whitespace: Whitespace
    package var propertyOrder: PropertyOrder
    package var openObjects: OpenObjects
    package var maximumAlternatives: Int
    package var maximumExponent: Int?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - whitespace: The white space.
    ///   - propertyOrder: The order of an object's properties.
    ///   - openObjects: The treatment of objects that may have undeclared properties.
    ///   - maximumAlternatives: The largest number of alternatives of a value, including nested
    ///     unions.
    ///   - maximumExponent: The largest exponent of a number without bounds, in magnitude; `nil`
    ///     for no limit. A negative number counts as 0. Many decoders reject a number that is too
    ///     large for a double, such as `7e7031`. With the default, each number with one digit
    ///     before its point fits a double.
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

    /// The allowed white space before and after separators.
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
