/// The documents that define the drafts, which schemas may refer to.
enum MetaSchemas {
  /// The JSON text of a meta-schema, or of a part of one.
  ///
  /// - Parameter uri: Its URI, without a fragment.
  /// - Returns: The text, or `nil` if there is none.
  static func text(of uri: String) -> String? {
    older[uri] ?? draft2019[uri] ?? draft2020[uri]
  }
}
