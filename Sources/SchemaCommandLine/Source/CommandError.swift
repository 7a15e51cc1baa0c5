#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An error of a command.
enum CommandError: Error, Hashable {
  /// No sample has this name.
  case unknownSample(String)

  /// No dialect has this name; `known` are those there are.
  case unknownDialect(String, known: [String])

  /// A file, or standard input, cannot be read.
  case unreadable(source: String, reason: String)

  /// A place within a file was given for a sample, which is not a file.
  case pointerIntoSample(String)

  /// A text is not a JSON Pointer.
  case invalidPointer(String)

  /// A file has no value at a place.
  case nothing(at: String)

  /// A file is not JSON.
  case malformed(place: String, expected: String, found: String)

  /// A text ends before its value is complete.
  case cutOff(place: String, unfinished: String, missing: [String])

  /// A value does not match its type.
  case mismatch(String)

  /// There is no schema in a folder.
  case emptyFolder(String)

  /// Reading is strict, and there were this many losses.
  case lost(count: Int)

  /// Encoding is strict, and this many constraints are weaker than declared.
  case weakened(count: Int, dialect: String)

  /// The result cannot be written.
  case unwritable(path: String?, reason: String)
}

extension CommandError: LocalizedError {
  /// What is wrong, as a sentence or two.
  var errorDescription: String? {
    switch self {
    case .unknownSample(let name):
      "There is no sample named '\(name)'."
        + Self.guess(name, among: Sample.allCases.map(\.rawValue))
    case .unknownDialect(let name, let known):
      "There is no dialect named '\(name)'." + Self.guess(name, among: known)
    case .unreadable(let source, let reason):
      "\(source.prefix(1).uppercased() + source.dropFirst()) cannot be read: \(reason)."
    case .pointerIntoSample(let name):
      "The sample '\(name)' is not a file, so --at cannot select a part of it."
    case .invalidPointer(let text):
      "'\(text)' is not a JSON Pointer, which is empty or begins with a slash."
    case .nothing(let pointer): "There is nothing at \(pointer) in the document."
    case .malformed(let place, let expected, let found):
      "The text is not valid JSON at \(place): expected \(expected), found \(found)."
    case .cutOff(let place, let unfinished, let missing):
      "The text ends early, at \(place)."
        + (unfinished.isEmpty ? "" : " Not finished: \(unfinished).")
        + (missing.isEmpty ? "" : " Missing: \(missing.joined(separator: ", ")).")
    case .mismatch(let reason): "The text does not match the sample: \(reason)"
    case .emptyFolder(let path): "There is no file that ends in .json in the folder '\(path)'."
    case .lost(1): "Reading the schema lost one constraint."
    case .lost(let count): "Reading the schema lost \(count) constraints."
    case .weakened(1, let dialect):
      "The dialect '\(dialect)' cannot state one constraint of the schema."
    case .weakened(let count, let dialect):
      "The dialect '\(dialect)' cannot state \(count) constraints of the schema."
    case .unwritable(let path, let reason):
      "The result cannot be written to \(path.map { "'\($0)'" } ?? "standard output"): \(reason)."
    }
  }

  /// What to do about it, as a sentence or two.
  var recoverySuggestion: String? {
    switch self {
    case .unknownSample:
      "The samples are \(Self.list(Sample.allCases.map(\.rawValue))). A file has to end in .json, "
        + "or to be given with its folder, as in ./name."
    case .unreadable: nil
    case .pointerIntoSample: "Leave out --at."
    case .invalidPointer: "Write it as in '/definitions/address', with ~1 for a slash in a name."
    case .unknownDialect(_, let known): "The dialects are \(Self.list(known))."
    case .emptyFolder, .nothing, .malformed, .mismatch: nil
    case .cutOff: "If a model was cut off, allow it more tokens."
    case .lost: "Leave out --strict to accept this, or change the schema as the warnings suggest."
    case .weakened: "Leave out --strict to accept this, or encode in another dialect."
    case .unwritable: nil
    }
  }

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
