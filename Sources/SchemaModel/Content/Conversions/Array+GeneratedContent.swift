extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Reads an array.
  ///
  /// If partial values are read, with ``GeneratedContent/partialValue(_:)`` or because the elements
  /// are partially generated, the array may be incomplete. An incomplete last element is left out
  /// if it cannot be read yet, such as half a date.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not an array, is not
  ///   complete, or if a complete element cannot be read. The path of the error then begins with
  ///   the index of the element.
  @inlinable
  public init(_ content: GeneratedContent) throws {
    if let values = [Element].plainValues(content) {
      self = values
      return
    }
    self = []
    var elements = try [Element].reader(of: content, into: &self)
    // Incomplete elements may be left out, so the count is not the index.
    var index = 0
    while let element = elements.next() {
      do {
        append(try Element(element))
      } catch {
        try [Element].check(element, error, index)
      }
      index += 1
    }
  }

  // These functions are separate so that their variables take no space on the stack while elements
  // are read. Elements may nest deep.

  @inlinable
  static func plainValues(_ content: GeneratedContent) -> [Element]? {
    guard Element.self == String.self, let strings = content.plainStrings() else { return nil }
    return strings as? [Element]
  }

  @inlinable
  static func reader(
    of content: GeneratedContent, into values: inout [Element]
  ) throws -> Elements {
    guard content.mayHaveElements else { throw content.mismatch([Element].self) }
    try content.requireReadable(for: [Element].self, of: Element.self)
    let elements = Elements(try content.convertible(to: [Element].self))
    values.reserveCapacity(elements.underestimatedCount)
    return elements
  }

  @inlinable
  static func check(_ element: GeneratedContent, _ error: any Error, _ index: Int) throws {
    guard element.isComplete else { return }
    throw GeneratedContent.ConversionError.locating(error, in: .index(index))
  }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The elements as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(contents: lazy.map { $0.generatedContent }, id: nil)
  }
}
