import AutomergeDocument

extension Document {
  /// The heads in the order in which files and messages have them.
  var sortedHeads: [ChangeHash] { heads().sorted() }
}
