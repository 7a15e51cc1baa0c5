import Foundation

/// The documents that the samples have to give, in each dialect.
///
/// After a change that is meant, each is written anew:
///
///     swift run schema encode recipe --dialect gemini --pretty \
///       > Tests/SchemaCommandTests/Golden/recipe.gemini.json
enum Golden {
  /// The text of a file.
  static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Golden")
}
