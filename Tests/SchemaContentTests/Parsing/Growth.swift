import SchemaContent

/// What may change from one snapshot to the next.
enum Growth {
  /// Whether everything finished is still there as it was, strings only grew, and nothing shows
  /// that is cut.
  static func isGrowth(from old: GeneratedContent, to new: GeneratedContent) -> Bool {
    if old.isComplete { return old == new }
    switch (old.kind, new.kind) {
    case (.null, _):
      return true
    case (.string(let before), .string(let after)):
      return Array(after.utf8).starts(with: before.utf8)
        && !after.unicodeScalars.contains("\u{FFFD}")
    case (.array, .array):
      return areGrowth(from: Array(old.elements), to: Array(new.elements))
    case (.structure, .structure):
      let before = Array(old.properties)
      let after = Array(new.properties)
      return before.map { $0.name } == after.prefix(before.count).map { $0.name }
        && areGrowth(from: before.map { $0.content }, to: after.map { $0.content })
    default:
      return false
    }
  }

  private static func areGrowth(from old: [GeneratedContent], to new: [GeneratedContent]) -> Bool {
    old.count <= new.count && zip(old, new).allSatisfy { isGrowth(from: $0, to: $1) }
      // Only the last part can be unfinished.
      && new.dropLast().allSatisfy { $0.isComplete }
  }
}
