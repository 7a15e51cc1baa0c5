import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The schema that a command works on: a sample, or a document.
enum SchemaSource: Sendable, Hashable {
  /// A sample that is part of the command.
  case sample(Sample)

  /// The file at a path.
  case file(path: String)

  /// Standard input.
  case standardInput

  /// A word that is neither a sample's name nor a path; using it is an error.
  case unknown(String)

  /// Finds the source for an argument.
  ///
  /// 1. `-` is standard input.
  /// 2. The name of a sample is that sample; a file of that name has to be given as `./recipe`.
  /// 3. A word that contains a slash, ends in `.json` or names a file that exists is a file.
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

  /// Returns the sources for an argument: all files of a folder or of a pattern, or one.
  static func all(_ argument: String) throws(CommandError) -> [SchemaSource] {
    let source = SchemaSource(argument)
    switch source {
    case .file(let path) where SchemaFolder.exists(at: path):
      let files = try FilePattern(jsonFilesIn: path).files()
      guard !files.isEmpty else { throw .noFiles(in: path, isPattern: false) }
      return files.map { .file(path: $0) }
    case .file, .unknown:
      guard !FileManager.default.fileExists(atPath: argument), let pattern = FilePattern(argument)
      else { return [source] }
      let files = try pattern.files()
      guard !files.isEmpty else { throw .noFiles(in: argument, isPattern: true) }
      return files.map { .file(path: $0) }
    case .sample, .standardInput: return [source]
    }
  }

  /// The name of the source in reports.
  var name: String {
    switch self {
    case .sample(let sample): sample.rawValue
    case .file(let path): path
    case .standardInput: "<stdin>"
    case .unknown(let word): word
    }
  }

  /// Reads the schema.
  ///
  /// - Parameters:
  ///   - part: The part of a file that is the schema, and the files to which it refers.
  ///   - infersTypes: `false` if a schema without `type` also has the values of the types that its
  ///     keywords do not constrain.
  ///   - console: The console with the standard input.
  /// - Returns: The schema with the findings of reading it.
  /// - Throws: ``CommandError`` if there is no such schema or it cannot be read, `SchemaError`,
  ///   `SchemaImportError` or ``OtherDocumentError`` if it has a fault.
  func read(
    _ part: SchemaPart = SchemaPart(), infersTypes: Bool = true, from console: inout some Console
  ) throws -> SchemaReading {
    switch try content(of: part, from: &console) {
    case .sample(let schema): SchemaReading(schema: schema, graph: try SchemaGraph(schema))
    case .document(let document):
      try SchemaReading(document, of: name, infersTypes: infersTypes)
    }
  }

  /// Reads the schema to validate values.
  ///
  /// - Parameters:
  ///   - part: The part of a file that is the schema, and the files to which it refers.
  ///   - assertsFormats: `true` if `format` constrains strings in a document.
  ///   - console: The console with the standard input.
  /// - Returns: The validator.
  /// - Throws: The errors of ``read(_:from:)``; `ValidatorError` if the document cannot
  ///   validate values.
  func validator(
    _ part: SchemaPart, assertsFormats: Bool, from console: inout some Console
  ) throws -> InstanceValidator {
    switch try content(of: part, from: &console) {
    case .sample(let schema): try InstanceValidator(schema)
    case .document(let document):
      try InstanceValidator(document, in: name, assertsFormats: assertsFormats)
    }
  }

  /// The schema of a source, before it is translated.
  private enum Content {
    case sample(GenerationSchema)
    case document(SchemaDocument)
  }

  private func content(
    of part: SchemaPart, from console: inout some Console
  ) throws -> Content {
    let text: [UInt8]
    var path: String?
    switch self {
    case .sample(let sample):
      guard part.pointer.isEmpty else { throw CommandError.pointerIntoSample(sample.rawValue) }
      return .sample(try sample.schema)
    case .unknown(let word): throw CommandError.unknownSchema(word)
    case .file(let name):
      path = name
      text = try Self.bytes(ofFileAt: name)
    case .standardInput: text = try Self.standardInputBytes(from: &console)
    }
    let place = try Self.place(part.pointer)
    return .document(
      try SchemaDocument(text: text, at: place, of: name, path: path, files: part.files))
  }

  private static func place(_ pointer: String) throws(CommandError) -> SchemaPath {
    do throws(SchemaPath.SyntaxError) {
      return try SchemaPath(pointer: pointer)
    } catch {
      throw .invalidPointer(error)
    }
  }

  /// Reads the bytes of a file.
  static func bytes(ofFileAt path: String) throws(CommandError) -> [UInt8] {
    do throws(ReadFailure) {
      return try InputFile.read(path: path)
    } catch {
      throw .unreadable("The file '\(path)'", reason: error.reason)
    }
  }

  /// Reads all bytes of standard input.
  static func standardInputBytes(
    from console: inout some Console
  ) throws(CommandError) -> [UInt8] {
    do throws(ReadFailure) {
      return try InputFile.collect { () throws(ReadFailure) in try console.read() }
    } catch {
      throw .unreadableInput(reason: error.reason)
    }
  }
}

/// The part of a file that is a schema, and the files to which it refers.
struct SchemaPart: Sendable, Hashable {
  /// The place in the file, as a JSON Pointer; the empty one is the whole file.
  var pointer = ""

  var files = ReferencedFiles.none
}
