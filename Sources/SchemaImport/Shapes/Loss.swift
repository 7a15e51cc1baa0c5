/// A constraint on some kinds of values that cannot be kept.
struct Loss: Hashable, Sendable {
  /// The schema that states it.
  let node: Int

  /// The kinds of values that it applies to.
  let types: ValueTypes

  /// The keyword that states it.
  let keyword: String

  /// What is lost, as a sentence.
  let problem: String

  /// What to do about it, as a sentence.
  let remedy: String
}
