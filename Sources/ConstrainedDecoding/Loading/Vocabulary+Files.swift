import SchemaContent

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Vocabulary {
  /// Reads the tokens from a file that comes with a model: `tokenizer.json`, `tekken.json` or GGUF.
  ///
  ///     let vocabulary = try Vocabulary(contentsOf: folder.appending(path: "tokenizer.json"))
  ///
  /// Of a GGUF file only the metadata are read, not the model's weights.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - endTokens: The numbers of the tokens that end an answer; `nil` to take those that the file
  ///     names, or that are named as such tokens usually are.
  /// - Throws: ``VocabularyError`` if the file cannot be read, is of another kind, or names no end
  ///   token.
  public init(contentsOf url: URL, endTokens: [Int]? = nil) throws(VocabularyError) {
    guard url.isFileURL else {
      let scheme = url.scheme.map { "the scheme \($0)" } ?? "no scheme"
      throw VocabularyError(
        .unreadable, problem: "The URL has \(scheme), not that of a file.",
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
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - endTokens: The numbers of the tokens that end an answer.
  /// - Throws: ``VocabularyError`` if the file is of another kind, or names no end token.
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
  /// The error for a file that the system does not read.
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

/// The tokens that a file lists.
struct TokenizerFile {
  var tokens: [Vocabulary.Token] = []
  var endTokens: [Int] = []
  /// The number that each token's number is below.
  private let limit: Int

  /// Begins a file of a size.
  ///
  /// The numbers of some tokens may be unused, but a file lists most of its tokens.
  init(fileSize: Int) {
    limit = min(Vocabulary.maximumCount, (1 << 16) + fileSize)
  }

  /// Names by which tokens that end an answer are known.
  static let endNames: Set<String> = [
    "</s>", "<eos>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|end|>",
    "<end_of_turn>", "<|eom_id|>", "<|return|>", "<|call|>", "<｜end▁of▁sentence｜>",
  ]

  /// The first bytes of a GGUF file.
  static let markOfGGUF = Array("GGUF".utf8)

  /// Reads the tokens of a model in GGUF, of which the metadata come first.
  ///
  /// The metadata are some megabytes, and the model can be many gigabytes.
  init(headOf data: Data) throws(VocabularyError) {
    var length = min(1 << 24, data.count)
    while true {
      do throws(VocabularyError) {
        try self.init(gguf: Array(data.prefix(length)))
        return
      } catch {
        let limit = min(1 << 30, data.count)
        guard error.code == .invalid, length < limit else { throw error }
        length = min(length * 8, limit)
      }
    }
  }

  /// Puts a token at its place, which must not have another one unless that is replaced.
  ///
  /// The places before it that no token has are unused.
  mutating func set(
    _ token: Vocabulary.Token, at index: Int, replacesOther: Bool = false
  ) throws(VocabularyError) {
    try checkNumber(index)
    while tokens.count <= index { tokens.append(.unused) }
    guard replacesOther || tokens[index] == .unused else {
      throw Self.malformed("two tokens have the number \(index)")
    }
    tokens[index] = token
  }

  /// Checks the number of a token.
  func checkNumber(_ index: Int) throws(VocabularyError) {
    guard index >= 0, index < limit else {
      throw VocabularyError(
        .limitExceeded, token: index,
        problem: "The file has a token number \(index); the limit of its size is \(limit).",
        remedy: "Check that the file is a tokenizer's.")
    }
  }

  static func malformed(_ what: String) -> VocabularyError {
    VocabularyError(
      .invalid, problem: "The tokenizer's file is malformed: \(what).",
      remedy: "Check that the file is complete.")
  }

  static func unsupported(_ what: String) -> VocabularyError {
    VocabularyError(
      .unsupported, problem: "The tokenizer is not supported: \(what).",
      remedy: "Pass the bytes of its tokens to Vocabulary(tokens:endTokens:).")
  }
}
