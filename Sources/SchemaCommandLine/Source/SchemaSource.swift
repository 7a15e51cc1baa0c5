import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a command works on: a sample, or a schema that someone wrote.
enum SchemaSource: Sendable, Hashable {
  /// A sample that comes with the command.
  case sample(Sample)

  /// The file at a path.
  case file(path: String)

  /// Standard input.
  case standardInput

  /// A word that is neither a sample's name nor a path; using it is an error.
  case unknown(String)

  /// Tells from an argument what is meant by it.
  ///
  /// 1. `-` is standard input.
  /// 2. The name of a sample is that sample; a file of that name has to be given as `./recipe`.
  /// 3. What contains a slash, ends in `.json` or names a file that exists is a file.
  ///
  /// - Parameter argument: The argument.
  init(_ argument: String) {
    if argument == "-" {
      self = .standardInput
    } else if let sample = Sample(rawValue: argument) {
      self = .sample(sample)
    } else if argument.contains("/") || argument.lowercased().hasSuffix(".json")
      || FileManager.default.fileExists(atPath: argument)
    {
      self = .file(path: argument)
    } else {
      self = .unknown(argument)
    }
  }

  /// What to call it in a picture that has no other name for it.
  var name: String {
    switch self {
    case .sample(let sample): sample.rawValue
    case .file(let path): path
    case .standardInput: "standard input"
    case .unknown(let word): word
    }
  }

  /// Reads the schema.
  ///
  /// - Parameters:
  ///   - pointer: Where in a file the schema stands, as a JSON Pointer; the empty one is the whole.
  ///   - console: What standard input is read from.
  /// - Returns: The schema, and what there is to tell about reading it.
  /// - Throws: ``CommandError`` if there is no such schema or it cannot be read, `SchemaError` or
  ///   `SchemaImportError` if it is at fault.
  func read(at pointer: String = "", from console: inout some Console) throws -> SchemaReading {
    switch self {
    case .sample(let sample):
      guard pointer.isEmpty else { throw CommandError.pointerIntoSample(sample.rawValue) }
      return SchemaReading(graph: try SchemaGraph(sample.type))
    case .unknown(let word): throw CommandError.unknownSample(word)
    case .file, .standardInput:
      let bytes: [UInt8]
      do throws(ReadFailure) {
        if case .file(let path) = self {
          bytes = try InputFile.read(path: path)
        } else {
          bytes = try InputFile.collect { () throws(ReadFailure) in try console.read() }
        }
      } catch {
        throw CommandError.unreadable(source: description, reason: error.reason)
      }
      return try SchemaReading(text: bytes, at: pointer)
    }
  }

  /// What it is, for an error.
  private var description: String {
    switch self {
    case .sample(let sample): "the sample '\(sample.rawValue)'"
    case .file(let path): "the file '\(path)'"
    case .standardInput: "standard input"
    case .unknown(let word): "'\(word)'"
    }
  }
}
