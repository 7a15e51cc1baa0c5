// SPDX-License-Identifier: Apache-2.0

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Reads an array, as far as it has arrived.
  ///
  /// The element that is still arriving is left out if it cannot be read yet, such as a date of
  /// which half is there. ``GeneratedContent/isComplete`` tells whether there is more to come.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no array, or if an element
  ///   that has arrived cannot be read; its path has the index.
  public init(_ content: GeneratedContent) throws {
    guard let buffer = content.buffer, content.tag == .array else {
      guard content.isNothingYet else { throw content.mismatch([Element].self) }
      self = []
      return
    }
    var values: [Element] = []
    values.reserveCapacity(content.elements.underestimatedCount)
    // Walking over places rather than contents saves counting references.
    var children = buffer.children(of: content.node)
    while let place = children.next(in: buffer) {
      do {
        values.append(try Element(GeneratedContent(part: place, of: buffer)))
      } catch {
        if !buffer.isComplete(place) { continue }
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
