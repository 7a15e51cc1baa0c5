import SchemaModel

/// The keywords of one schema object, in order.
///
///     keywords["x-origin"] = "SchemaKit"
///     keywords.rename("title", to: "x-title")
///     keywords["format"] = nil
public struct SchemaKeywords: Sendable {
  /// The keywords with their values.
  public var members: [SchemaValue.Member] = []

  /// The value of a keyword.
  ///
  /// A keyword that is set for the first time comes last. A keyword that is set to `nil` is
  /// removed.
  public subscript(keyword: String) -> SchemaValue? {
    get { members.first { $0.name == keyword }?.value }
    set {
      let index = members.firstIndex { $0.name == keyword }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((name: keyword, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a keyword that is known to be absent.
  mutating func append(_ keyword: String, _ value: SchemaValue) {
    members.append((name: keyword, value: value))
  }

  /// Removes the values that nest deeper than `GeneratedContent.maximumDepth`, without recursion.
  ///
  /// Swift frees nested values by recursion, so this function frees the values level by level.
  /// Nothing else may refer to the values.
  ///
  /// - Returns: The first keyword with such a value; `nil` if there is none.
  mutating func removeDeepValues() -> String? {
    var found: String?
    for index in members.indices where members[index].value.hasParts {
      var level = [members[index].value]
      var depth = 0
      while depth <= GeneratedContent.maximumDepth, !level.isEmpty {
        level = level.flatMap(\.parts)
        depth += 1
      }
      guard !level.isEmpty else { continue }
      found = found ?? members[index].name
      level = [members[index].value]
      members[index].value = .null
      while !level.isEmpty { level = level.flatMap(\.parts) }
    }
    return found
  }

  /// Renames a keyword, and keeps its position.
  ///
  /// - Parameters:
  ///   - keyword: The keyword; nothing happens if it is absent.
  ///   - name: Its new name. A keyword that has this name already is removed.
  public mutating func rename(_ keyword: String, to name: String) {
    guard keyword != name, self[keyword] != nil else { return }
    self[name] = nil
    for index in members.indices where members[index].name == keyword {
      members[index].name = name
    }
  }
}
