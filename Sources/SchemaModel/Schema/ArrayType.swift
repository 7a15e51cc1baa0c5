/// Which type the arrays of an element have, found without the runtime's table of generic types.
enum ArrayType {
  /// The type of arrays of an element.
  static func of(_ element: any Generable.Type) -> any Any.Type {
    func array<Element: Generable>(_: Element.Type) -> any Any.Type { [Element].self }
    return array(element)
  }

  /// Whether a type is that of arrays of an element.
  ///
  /// Read from the type's metadata, whose layout is fixed by the Swift ABI
  /// (swift/docs/ABI/TypeMetadata.rst): the kind, the descriptor, and the generic arguments.
  static func isArray(_ type: any Any.Type, of element: any Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard metadata[0] == structKind, metadata[1] == descriptor else { return false }
    return metadata[2] == UInt(bitPattern: ObjectIdentifier(element))
  }

  private static let structKind: UInt = 0x200
  private static let descriptor =
    unsafeBitCast([Int].self as any Any.Type, to: UnsafePointer<UInt>.self)[1]
}
