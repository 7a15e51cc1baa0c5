import SchemaKit

extension Folder {
  /// A folder as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?
    var purpose: String?
    var files: [File.PartiallyGenerated]?
    var folders: [Folder.PartiallyGenerated]?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      purpose = try content.value(forProperty: "purpose")
      files = try content.value(forProperty: "files")
      folders = try content.value(forProperty: "folders")
    }
  }
}

extension File {
  /// A file as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?
    var contents: String?
    var lines: Int?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      contents = try content.value(forProperty: "contents")
      lines = try content.value(forProperty: "lines")
    }
  }
}
