import Foundation

/// The documents that the samples have to give, in each dialect.
///
/// After a change that is meant, each is written anew:
///
///     swift run schema encode recipe --dialect gemini --pretty \
///       > Tests/SchemaCommandTests/Golden/recipe.gemini.json
enum Golden {
  /// The text of a document.
  static func text(sample: String, dialect: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden")
      .appendingPathComponent("\(sample).\(dialect).json")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// What a JSON text says, whatever the order of its members.
  static func object(_ text: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
  }
}
