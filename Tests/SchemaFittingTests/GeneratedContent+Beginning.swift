import SchemaContent
import SchemaEncoding
import SchemaFitting

extension GeneratedContent {
  /// Whether more of the same answer gives another content, in which nothing has changed that was
  /// there.
  func isBeginning(of other: GeneratedContent) -> Bool {
    if shape == .nothing { return true }
    guard shape == other.shape, id == other.id || id == nil else { return false }
    if isComplete { return other.isComplete && self == other }
    switch shape {
    case .string: return Array((other.text ?? "").utf8).starts(with: (text ?? "").utf8)
    case .array:
      let others = Array(other.elements)
      return Array(elements).count <= others.count
        && zip(elements, others).allSatisfy { $0.isBeginning(of: $1) }
    case .object:
      let others = Array(other.properties)
      return Array(properties).count <= others.count
        && zip(properties, others).allSatisfy {
          $0.name == $1.name && $0.content.isBeginning(of: $1.content)
        }
    default: return self == other
    }
  }
}
