import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What the values of one node satisfy.
struct ValueConstraints: Sendable {
  let guides: GuideConstraints
  /// The strings among the choices.
  let texts: ByteTexts?
  /// The choices that are not strings.
  let others: Set<SchemaScalar>
  /// The formats that can be checked.
  let formats: [TextFormat]
  /// Where the schema states all this.
  let path: SchemaPath

  init(_ guides: GuideConstraints, path: SchemaPath) {
    self.guides = guides
    self.path = path
    texts = guides.choices.map { ByteTexts($0.compactMap { $0.string }) }
    others = Set((guides.choices ?? []).filter { $0.string == nil })
    formats = guides.formats.compactMap { TextFormat(rawValue: $0) }
  }
}
