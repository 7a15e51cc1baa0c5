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
    try text(of: "\(sample).\(dialect).json")
  }

  /// Whether there is a document; there is none where the dialect rejects the sample.
  static func exists(sample: String, dialect: String) -> Bool {
    FileManager.default.fileExists(
      atPath: folder.appendingPathComponent("\(sample).\(dialect).json").path)
  }

  /// The text of a file.
  static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Golden")

  /// What a JSON text says, whatever the order of its members.
  static func object(_ text: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
  }
}
