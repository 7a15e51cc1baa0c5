extension EncodedSchema.Node {
  /// Where the schema object stands in the document's compact text, in bytes of UTF-8.
  package var textRange: Range<Int> { range }
}
