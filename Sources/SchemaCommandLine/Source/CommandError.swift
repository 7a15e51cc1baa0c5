import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An error of a command: a problem and an optional remedy.
struct CommandError: LocalizedError, Hashable {
  /// The problem, in one or two sentences.
  let problem: String

  /// The remedy, in one or two sentences.
  let remedy: String?

  init(_ problem: String, remedy: String? = nil) {
    self.problem = problem
    self.remedy = remedy
  }

  var errorDescription: String? { problem }
  var recoverySuggestion: String? { remedy }

  // MARK: Names

  /// The first argument is not a command.
  static func unknownCommand(_ name: String, known: [String]) -> Self {
    Self(
      "There is no command named '\(name)'." + guess(name, among: known),
      remedy: "'schema --help' lists the commands.")
  }

  /// An argument is neither a sample nor a path.
  static func unknownSchema(_ name: String) -> Self {
    Self(
      "There is no sample and no file named '\(name)'." + guess(name, among: Sample.names),
      remedy: "The samples are \(list(Sample.names)).")
  }

  /// An argument that has to be the name of a sample is another word.
  static func unknownSample(_ name: String) -> Self {
    Self(
      "There is no sample named '\(name)'." + guess(name, among: Sample.names),
      remedy: "The samples are \(list(Sample.names)). Name a file with --schema.")
  }

  /// No dialect has this name.
  static func unknownDialect(_ name: String, known: [String], likely: String?) -> Self {
    let guess = likely.map { " Did you mean '\($0)'?" } ?? guess(name, among: known)
    return Self(
      "There is no dialect named '\(name)'." + guess, remedy: "The dialects are \(list(known)).")
  }

  /// No rule has this code.
  static func unknownRule(_ code: String, known: [String]) -> Self {
    Self(
      "There is no rule with the code '\(code)'." + guess(code, among: known),
      remedy: "'schema explain' lists the codes.")
  }

  // MARK: Files

  /// A file or a folder cannot be read.
  static func unreadable(_ source: String, reason: String) -> Self {
    Self("\(source) cannot be read: \(reason).")
  }

  /// Standard input cannot be read.
  static func unreadableInput(reason: String) -> Self {
    unreadable("Standard input", reason: reason)
  }

  /// The result cannot be written to a path, or to standard output if that is `nil`.
  static func unwritable(path: String?, reason: String) -> Self {
    Self(
      "The result cannot be written to \(path.map { "'\($0)'" } ?? "standard output"): \(reason).")
  }

  /// A folder has no schema, or no path matches a pattern.
  static func noFiles(in argument: String, isPattern: Bool) -> Self {
    isPattern
      ? Self("No file matches the pattern '\(argument)'.")
      : Self("There is no file that ends in .json in the folder '\(argument)'.")
  }

  /// The file's extension is not that of a drawing, or not that of the requested format.
  static func drawingFormat(ofFile path: String, asked: DrawingFormat?) -> Self {
    let endings = DrawingFormat.allCases.flatMap(\.endings).map { ".\($0)" }
    return Self(
      asked.map { "The extension of '\(path)' is not one of the format \($0.rawValue)." }
        ?? "The extension of '\(path)' does not select a drawing format.",
      remedy: "The extensions are \(list(endings)).")
  }

  // MARK: Parts of documents

  /// A place within a file was given for a sample, which is not a file.
  static func pointerIntoSample(_ name: String) -> Self {
    Self(
      "The sample '\(name)' is not a file, so --at cannot select a part of it.",
      remedy: "Leave out --at.")
  }

  /// A text is not a JSON Pointer.
  static func invalidPointer(_ error: SchemaPath.SyntaxError) -> Self {
    Self(
      "'\(error.text)' is not a JSON Pointer: expected \(error.expected) at byte \(error.offset).",
      remedy: "Write it as in '/definitions/address', with ~1 for a slash and ~0 for a tilde in a "
        + "name.")
  }

  /// A file has no value at a place.
  static func nothing(at pointer: String, in source: String) -> Self {
    Self("There is nothing at \(pointer) in \(source).", remedy: "Correct --at.")
  }

  // MARK: Tools

  /// Graphviz is needed, and is not installed or has failed.
  static func graphviz(_ problem: String) -> Self {
    Self(
      "SVG is drawn by Graphviz, and \(problem).",
      remedy: "Install Graphviz (apt-get install graphviz, brew install graphviz), or write "
        + "Mermaid or DOT.")
  }

  // MARK: Words

  private static func guess(_ name: String, among names: [String]) -> String {
    let guesses = NearMisses.of(name, among: names)
    return guesses.isEmpty ? "" : " Did you mean \(list(guesses, conjunction: "or"))?"
  }

  private static func list(_ names: [String], conjunction: String = "and") -> String {
    let names = names.map { "'\($0)'" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

/// Finds names that are similar to an unknown name.
enum NearMisses {
  /// Returns the names that are close to a word, the closest first.
  ///
  /// A name is close if the word begins it, or if few letters have to be added, left out, changed
  /// or swapped with their neighbor to make one from the other; case does not count.
  static func of(_ word: String, among names: [String]) -> [String] {
    // A long text is not similar to a short name.
    guard !word.isEmpty, word.utf8.count <= 64 else { return [] }
    let letters = Array(word.lowercased().utf8)
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      let other = Array(name.lowercased().utf8)
      if letters.count > 1, other.starts(with: letters) { return (name, 0) }
      let distance = letters.editDistance(to: other)
      return distance <= max(1, min(letters.count, other.count) / 3) ? (name, distance) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.map(\.name)
  }
}
