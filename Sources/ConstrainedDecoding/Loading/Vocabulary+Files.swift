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
  /// - Parameters:
  ///   - url: The file.
  ///   - endTokens: The numbers of the tokens that end an answer. With `nil`, the file's end tokens
  ///     are used, or the tokens with usual names of end tokens.
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
      try self.init(fileBytes: Array(data), endTokens: endTokens)
      return
    }
    try self.init(TokenizerFile(headOf: data), endTokens: endTokens)
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

  private init(_ file: TokenizerFile, endTokens: [Int]?) throws(VocabularyError) {
    let ends = endTokens ?? file.endTokens
    guard !ends.isEmpty else {
      throw VocabularyError(
        .invalid, problem: "The file does not say which token ends an answer.",
        remedy: "Pass endTokens.")
    }
    try self.init(tokens: file.tokens, endTokens: ends)
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
