/// Which type the arrays of an element have.
enum ArrayType {
  static func of(_ element: any Generable.Type) -> any Any.Type {
    func array<Element: Generable>(_: Element.Type) -> any Any.Type { [Element].self }
    return array(element)
  }
}
