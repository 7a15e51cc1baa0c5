import SchemaKit

/// A folder with what is in it: files, and folders again.
///
/// A type that contains itself. Its schema refers to the type by name, so the schema is finite. The
/// recursive property is optional, so an answer can end.
struct Folder: Sendable, Hashable {
  var name: String
  var purpose: String?
  var files: [File]?
  var folders: [Folder]?
}

extension Folder: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      description: "A folder of a project",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "Name, without a slash", type: String.self),
        GenerationSchema.Property(
          name: "purpose", description: "What belongs here, if the name does not say it",
          type: String?.self),
        GenerationSchema.Property(
          name: "files", description: "Files directly in it", type: [File]?.self,
          guides: [.count(1...12)]),
        GenerationSchema.Property(
          name: "folders", description: "Folders directly in it", type: [Folder]?.self,
          guides: [.count(1...8)]),
      ])
  }

  /// Reads a folder from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    name = try content.value(forProperty: "name")
    purpose = try content.value(forProperty: "purpose")
    files = try content.value(forProperty: "files")
    folders = try content.value(forProperty: "folders")
  }

  /// The folder as a model would generate it: without what it does not have.
  var generatedContent: GeneratedContent {
    GeneratedContent(
      properties: ["name": name, "purpose": purpose, "files": files, "folders": folders],
      omittingNil: true)
  }
}

/// A file in a folder.
struct File: Sendable, Hashable {
  var name: String
  var contents: String
  var lines: Int
}

extension File: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(
          name: "name", description: "Name with its extension", type: String.self),
        GenerationSchema.Property(
          name: "contents", description: "What is in it, in a sentence", type: String.self),
        GenerationSchema.Property(
          name: "lines", description: "How long it may become", type: Int.self,
          guides: [.range(1...400)]),
      ])
  }

  /// Reads a file from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    name = try content.value(forProperty: "name")
    contents = try content.value(forProperty: "contents")
    lines = try content.value(forProperty: "lines")
  }

  /// The file as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "contents": contents, "lines": lines])
  }
}
