/// Something that a schema says of some kinds of values and that cannot be kept.
struct Loss: Hashable, Sendable {
  /// Where it is said.
  let node: Int

  /// The kinds of values that it is said of.
  let types: ValueTypes

  /// The keyword that says it.
  let keyword: String

  /// What is lost, as a sentence.
  let problem: String

  /// What to do about it, as a sentence.
  let remedy: String
}
