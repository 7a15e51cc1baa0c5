extension GeneratedContent {
  /// The path to the innermost value that is not complete, or `nil` if the content is complete.
  ///
  /// During a stream, the text continues at this place. After the stream, the text was cut off at
  /// this place. The path is empty if nothing has arrived, or if only a part of a string or the
  /// beginning of a container has arrived.
  ///
  /// - Complexity: In a snapshot of a stream O(depth).
  public var unfinishedPath: SchemaPath? { stored.unfinishedComponents.map { SchemaPath($0) } }

  /// The paths of all complete content, in the order of the text.
  ///
  /// A complete value is listed without the values inside it, so each path leads to a complete
  /// value in an incomplete container. If all content is complete, the list has one empty path.
  ///
  /// - Complexity: Linear in the lengths of the paths and the number of incomplete values.
  public var completePaths: [SchemaPath] {
    var paths: [SchemaPath] = []
    var walked = WalkedPath()
    // A list of pending values avoids recursion.
    var pending: [(place: WalkedPath.Place, content: GeneratedContent)] = [(.root, self)]
    while let (place, content) = pending.popLast() {
      walked.move(to: place)
      if content.isComplete {
        paths.append(walked.path)
        continue
      }
      var parts: [(place: WalkedPath.Place, content: GeneratedContent)] = []
      for (index, element) in content.elements.enumerated() {
        parts.append((place.appending(.index(index)), element))
      }
      for (name, property) in content.properties {
        parts.append((place.appending(.key(name)), property))
      }
      pending.append(contentsOf: parts.reversed())
    }
    return paths
  }
}
