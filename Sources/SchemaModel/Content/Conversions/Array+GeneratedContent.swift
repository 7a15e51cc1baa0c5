extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Reads an array, as far as it has arrived.
  ///
  /// The element that is still arriving is left out if it cannot be read yet, such as a date of
  /// which half is there. ``GeneratedContent/isComplete`` tells whether there is more to come.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no array, or if an element
  ///   that has arrived cannot be read; its path has the index.
  @inlinable
  public init(_ content: GeneratedContent) throws {
    if Element.self == String.self, let strings = content.plainStrings(),
      let values = strings as? [Element]
    {
      self = values
      return
    }
    guard content.mayHaveElements else { throw content.mismatch([Element].self) }
    let elements = content.elements
    var values: [Element] = []
    values.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      do {
        values.append(try Element(element))
      } catch {
        if !element.isComplete { continue }
        throw GeneratedContent.ConversionError.locating(error, in: .index(values.count))
      }
    }
    self = values
  }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The elements as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(contents: lazy.map { $0.generatedContent }, id: nil)
  }
}
