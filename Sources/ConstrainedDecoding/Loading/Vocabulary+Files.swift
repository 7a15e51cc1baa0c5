#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Vocabulary {
  /// Reads the tokens from a file of a model: `tokenizer.json`, `tekken.json` or GGUF.
  ///
  ///     let vocabulary = try Vocabulary(contentsOf: folder.appending(path: "tokenizer.json"))
  ///
  /// Only the metadata of a GGUF file are read, not the model's weights.
  ///
  /// The end tokens are those that the file and a `generation_config.json` beside it state, and
  /// those of the model's family; see <doc:EndTokensOfFamilies>. If neither says which tokens end
  /// an answer, they are found by usual names, and ``diagnostics`` lists them.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - endTokens: The numbers of the tokens that end an answer; `nil` to find them.
  /// - Throws: ``VocabularyError`` if the file cannot be read, has another format, or has no end
  ///   token.
  public init(contentsOf url: URL, endTokens: [Int]? = nil) throws(VocabularyError) {
    guard url.isFileURL else {
      let scheme = url.scheme.map { "the scheme \($0)" } ?? "no scheme"
      throw VocabularyError(
        .unreadable, problem: "The URL has \(scheme), instead of the scheme of a file.",
        remedy: "Download the model's tokenizer, and pass the URL of its file.")
    }
    let data: Data
    do {
      data = try Data(contentsOf: url, options: .mappedIfSafe)
    } catch {
      throw VocabularyError(unreadable: url, error)
    }
    guard data.starts(with: TokenizerFile.markOfGGUF) else {
      let file = try TokenizerFile(json: Array(data))
      let configuration = endTokens == nil ? try Self.endTokens(beside: url) : []
      try self.init(file, configuration: configuration, endTokens: endTokens)
      return
    }
    try self.init(TokenizerFile(headOf: data), endTokens: endTokens)
  }

  /// Returns the end tokens of the generation configuration in the folder of a file.
  private static func endTokens(beside url: URL) throws(VocabularyError) -> [Int] {
    let file = url.deletingLastPathComponent().appendingPathComponent("generation_config.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw VocabularyError(unreadable: file, error)
    }
    return try TokenizerFile.endTokens(ofConfiguration: Array(data))
  }

  /// Reads the tokens from the bytes of a file; see ``init(contentsOf:endTokens:)``.
  ///
  /// - Throws: ``VocabularyError`` if the file has another format, or has no end token.
  public init(fileBytes bytes: [UInt8], endTokens: [Int]? = nil) throws(VocabularyError) {
    if bytes.starts(with: TokenizerFile.markOfGGUF) {
      try self.init(TokenizerFile(gguf: bytes), endTokens: endTokens)
    } else {
      try self.init(TokenizerFile(json: bytes), endTokens: endTokens)
    }
  }

  /// `configuration`: The end tokens that the generation configuration states.
  private init(
    _ file: TokenizerFile, configuration: [Int] = [], endTokens: [Int]?
  ) throws(VocabularyError) {
    if let endTokens, !endTokens.isEmpty {
      try self.init(tokens: file.tokens, endTokens: endTokens)
      return
    }
    let found = EndTokens(among: file.tokens, stated: file.statedEnds + configuration)
    guard endTokens == nil, !found.numbers.isEmpty else {
      throw VocabularyError(
        .invalid, problem: "The file does not say which token ends an answer.",
        remedy: "Pass endTokens.")
    }
    try self.init(tokens: file.tokens, endTokens: found.numbers)
    diagnostics = found.diagnostics
  }
}

extension VocabularyError {
  /// Creates the error for a file that the system cannot read.
  init(unreadable url: URL, _ error: any Error) {
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) != nil
    let names = "tokenizer.json, tekken.json or a GGUF file"
    switch (error as? CocoaError)?.code {
    case _ where isFolder:
      self.init(
        .unreadable, problem: "\(url.path) is a folder.",
        remedy: "Pass the file of the model's tokenizer in it: \(names).")
    case .fileNoSuchFile, .fileReadNoSuchFile:
      self.init(
        .unreadable, problem: "There is no file at \(url.path).",
        remedy: "Pass the path of the model's tokenizer: \(names).")
    case .fileReadNoPermission:
      self.init(
        .unreadable, problem: "You do not have permission to read the file \(url.path).",
        remedy: "Give this user read permission.")
    case let code:
      let number = code.map { " (error \($0.rawValue) of the system)" } ?? ""
      self.init(
        .unreadable, problem: "The file \(url.path) cannot be read\(number).",
        remedy: "Check the file and the disk that it is on.")
    }
  }
}
