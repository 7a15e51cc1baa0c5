/// The name of a type, as a title and in the longer forms that tell types of one title apart.
///
/// Names that are not plain come from `_typeName`, which costs less than a microsecond;
/// `String(describing:)` looks for conformances first, at a hundred times that cost for each type it
/// has not seen.
package struct TypeName {
  private let type: any Any.Type

  package init(_ type: any Any.Type) {
    self.type = type
  }

  /// The name without module and enclosing types, such as `Status` or `Page<Item>`.
  package var unqualified: String {
    if let name = TypeMetadata.plainName(of: type) { return name }
    guard !TypeMetadata.isTooDeep(type) else { return TypeMetadata.shortName(of: type) }
    let name = _typeName(type, qualified: false)
    return name.utf8.contains(UInt8(ascii: "`")) ? Self.plain(name) : name
  }

  /// The name with module and enclosing types, free of anything that differs between processes.
  ///
  /// The runtime gives local types an address, `(unknown context at $55c6)`, and private ones a
  /// hash of their file's name, `(Row in _EFF8)`: the first is left out, of the second the name
  /// remains. Where an extension in another module encloses the type, that is left out too.
  package var qualified: String {
    guard !TypeMetadata.isTooDeep(type) else { return TypeMetadata.shortName(of: type) }
    return Self.normalized(_typeName(type, qualified: true))
  }

  /// A name with the raw identifiers in it as they were written: without backticks, and with spaces,
  /// for which the compiler writes no-break spaces.
  private static func plain(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars where scalar != "`" {
      result.unicodeScalars.append(scalar == "\u{A0}" ? " " : scalar)
    }
    return result
  }

  package static func normalized(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
        rest = rest[rest.index(after: end)...]
        if rest.first == "." { rest = rest.dropFirst() }
      } else if rest.hasPrefix("(extension in "), let end = rest.firstRange(of: "):") {
        rest = rest[end.upperBound...]
      } else if character == "(", let end = rest.firstIndex(of: ")"),
        let separator = rest[..<end].range(ofDiscriminator: " in _")
      {
        result += rest[rest.index(after: rest.startIndex)..<separator]
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return plain(result)
  }
}

extension Substring {
  /// Where the name before a private discriminator ends, if this is `(Name in _HEX`.
  fileprivate func range(ofDiscriminator separator: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(separator) { return index }
      if self[index] == "," || self[index] == "<" { return nil }
      index = self.index(after: index)
    }
    return nil
  }
}
