/// The name of a type, as a title and in the longer form that distinguishes types with the same
/// title.
///
/// Names come from `_typeName`. `String(describing:)` looks for conformances first, which takes
/// about 150 microseconds for each new type. The runtime recurses over generic arguments, so a type
/// whose arguments nest thousands of levels deep needs an explicit title.
package struct TypeName {
  private let type: any Any.Type

  package init(_ type: any Any.Type) { self.type = type }

  /// The name without module and enclosing types, such as `Status` or `Page<Item>`.
  package var unqualified: String {
    let name = _typeName(type, qualified: false)
    return name.utf8.contains(UInt8(ascii: "`")) ? Self.withoutBackticks(name) : name
  }

  /// The name with module and enclosing types, without parts that differ between processes.
  ///
  /// The runtime adds an address to local types, `(unknown context at $55c6)`, and a hash of their
  /// file's name to private types, `(Row in _EFF8)`. The address and the hash are left out. So are
  /// an enclosing extension in another module, and the type `DiscriminatedCases`, in which the
  /// macro `@Generable` nests the types of an enum's cases.
  package var qualified: String { Self.normalized(_typeName(type, qualified: true)) }

  /// Returns a name with its raw identifiers as in the source: without backticks, and with spaces
  /// in place of the no-break spaces that the compiler writes.
  private static func withoutBackticks(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars where scalar != "`" {
      result.unicodeScalars.append(scalar == "\u{A0}" ? " " : scalar)
    }
    return result
  }

  /// The type that encloses the types of an enum's cases, with the period after it.
  private static let casesNamespace = "DiscriminatedCases."

  static func normalized(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
        rest = rest[rest.index(after: end)...]
        if rest.first == "." { rest = rest.dropFirst() }
      } else if rest.hasPrefix(casesNamespace), result.last == "." {
        rest = rest.dropFirst(casesNamespace.count)
      } else if rest.hasPrefix("(extension in "), let end = rest.firstRange(of: "):") {
        rest = rest[end.upperBound...]
      } else if character == "(", let end = rest.firstIndex(of: ")"),
        let separator = rest[..<end].index(ofDiscriminator: " in _")
      {
        let name = rest[rest.index(after: rest.startIndex)..<separator]
        rest = rest[rest.index(after: end)...]
        if result.last == ".", rest.first == ".", "\(name)." == casesNamespace {
          rest = rest.dropFirst()
        } else {
          result += name
        }
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return withoutBackticks(result)
  }
}

extension Substring {
  /// Returns the end of the name of a private type, if this text is `(Name in _HEX`.
  fileprivate func index(ofDiscriminator separator: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(separator) { return index }
      if self[index] == "," || self[index] == "<" { return nil }
      index = self.index(after: index)
    }
    return nil
  }
}
