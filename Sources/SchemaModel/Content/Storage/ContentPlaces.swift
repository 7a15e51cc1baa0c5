/// The values in some content by where they stand, for whoever has to remember many of them.
///
/// A place is an `Int` that means nothing elsewhere. Equal places are the same value.
package struct ContentPlaces: Sendable {
  private let content: GeneratedContent

  /// What stands at a place.
  package enum Kind: Sendable {
    case null, boolean, number, string, array, object
    /// Nothing that has arrived.
    case nothing
  }

  /// A position among the values of a container.
  package struct Children: BitwiseCopyable {
    fileprivate var walk: ContentChildren?

    /// A position among no values.
    package init() {}
  }

  package init(_ content: GeneratedContent) {
    self.content = content
  }

  /// The whole content.
  package var root: Int { content.buffer == nil ? 0 : content.node.rawValue }

  /// The content at a place.
  package func content(at place: Int) -> GeneratedContent {
    guard let buffer = content.buffer else { return content }
    return GeneratedContent(part: ContentNode(rawValue: place), of: buffer)
  }

  /// What stands at a place.
  package func kind(at place: Int) -> Kind {
    let tag = content.buffer?.tag(ContentNode(rawValue: place)) ?? content.scalar.tag
    switch tag {
    case .null: return isComplete(at: place) ? .null : .nothing
    case .false, .true: return .boolean
    case .integer, .wideInteger, .number, .wideNumber: return .number
    case .string, .wideString: return .string
    case .array: return .array
    case .object: return .object
    }
  }

  /// Whether everything of the value has arrived.
  package func isComplete(at place: Int) -> Bool {
    content.buffer?.isComplete(ContentNode(rawValue: place)) ?? content.isComplete
  }

  /// Calls a function with the bytes of the string or number's text at a place.
  ///
  /// The text of a number that is kept as an integer is empty.
  package func withText<Result>(
    at place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let buffer = content.buffer else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return withExtendedLifetime(buffer) { body(buffer.textBytes(ContentNode(rawValue: place))) }
  }

  /// Begins a walk over the values of the container at a place; there are none in other values.
  package func children(of place: Int) -> Children {
    var children = Children()
    let node = ContentNode(rawValue: place)
    if let buffer = content.buffer, !buffer.isPending(node), buffer.word(node.index).isContainer {
      children.walk = buffer.children(of: node)
    }
    return children
  }

  /// The next key of an object, to be asked for before the value; `nil` after the last one.
  package func nextKey(_ children: inout Children) -> Int? {
    guard let buffer = content.buffer else { return nil }
    return children.walk?.nextKey(in: buffer)
  }

  /// The next value, or `nil` after the last one.
  package func next(_ children: inout Children) -> Int? {
    guard let buffer = content.buffer else { return nil }
    return children.walk?.next(in: buffer)?.rawValue
  }

  /// A key as a string at a place of its own.
  package func place(ofKey key: Int) -> Int { ContentNode(key, isOpen: false).rawValue }

  /// Calls a function with the bytes of a key.
  package func withKey<Result>(
    _ key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let buffer = content.buffer else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return withExtendedLifetime(buffer) { body(buffer.textBytes(at: key)) }
  }
}

extension GeneratedContent {
  /// This content in a few words, such as `the number 7`, for messages.
  package var shortDescription: String { foundDescription }
}
