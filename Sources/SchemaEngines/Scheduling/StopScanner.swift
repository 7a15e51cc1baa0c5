import ConstrainedDecoding

/// Finds strings that end an answer, including strings that begin in one token and end in another.
///
/// Text that may be the beginning of such a string is held back until the next bytes arrive.
struct StopScanner {
  /// The result for the text so far.
  private struct Finding {
    /// The number of bytes that are now certain not to belong to a stop string.
    var certainCount = 0
    /// `true` if a stop string follows these bytes.
    var isStop = false
  }

  /// The stop strings; each has at least one byte.
  private let stops: [[UInt8]]
  /// The bytes that may belong to a stop string.
  private var held: [UInt8] = []
  /// The tokens with held bytes; the first token may also have bytes that are certain.
  private var tokens: [Int] = []
  private let vocabulary: Vocabulary

  /// Creates a scanner; `nil` if there are no strings.
  ///
  /// `stops`: The strings; empty ones are ignored.
  init?(_ stops: [String], _ vocabulary: Vocabulary) {
    self.stops = stops.map { Array($0.utf8) }.filter { !$0.isEmpty }
    self.vocabulary = vocabulary
    if self.stops.isEmpty { return nil }
  }

  private mutating func append(_ bytes: some Sequence<UInt8>) -> Finding {
    held += bytes
    for start in held.indices where stops.contains(where: held[start...].starts(with:)) {
      return Finding(certainCount: start, isStop: true)
    }
    let certain = held.indices.first { start in stops.contains { $0.starts(with: held[start...]) } }
    let count = certain ?? held.count
    held.removeFirst(count)
    return Finding(certainCount: count)
  }

  /// Adds a token.
  ///
  /// - Parameter token: The token, which may be a special one.
  /// - Returns: The steps of the tokens that are now certain; `isStop` is `true` if a string ends
  ///   the answer after them.
  mutating func append(token: Int) -> (steps: [EngineStep], isStop: Bool) {
    tokens.append(token)
    let finding = append(bytes(of: token))
    // The number of certain bytes in the tokens: the bytes that are not held, and after a stop the
    // bytes before it.
    var room = tokens.reduce(-held.count) { $0 + bytes(of: $1).count }
    if finding.isStop { room += finding.certainCount }
    var steps = takeTokens(&room)
    if finding.isStop, room > 0, let token = tokens.first {
      steps.append(.partialToken(token, bytes: Array(bytes(of: token).prefix(room))))
    }
    return (steps, finding.isStop)
  }

  /// Adds text that is not reported as tokens.
  ///
  /// - Returns: The text that is now certain; `isStop` is `true` if a string ends the answer after
  ///   it.
  mutating func append(text: String) -> (text: String, isStop: Bool) {
    let bytes = held + text.utf8
    let finding = append(text.utf8)
    return (String(decoding: bytes.prefix(finding.certainCount), as: UTF8.self), finding.isStop)
  }

  mutating func takeText() -> String {
    defer { held = [] }
    return String(decoding: held, as: UTF8.self)
  }

  /// Ends the text.
  ///
  /// - Returns: The steps of the tokens that were held back.
  mutating func takeTokens() -> [EngineStep] {
    defer { (tokens, held) = ([], []) }
    return tokens.map { .token($0) }
  }

  /// Removes complete tokens from the front.
  ///
  /// `room`: The number of certain bytes; afterwards, the number of certain bytes in the first
  /// remaining token.
  private mutating func takeTokens(_ room: inout Int) -> [EngineStep] {
    var steps: [EngineStep] = []
    while let first = tokens.first, bytes(of: first).count <= room {
      room -= bytes(of: first).count
      tokens.removeFirst()
      steps.append(.token(first))
    }
    return steps
  }

  /// The bytes of a token; a special token has none.
  private func bytes(of token: Int) -> [UInt8] { vocabulary.bytes(of: token) ?? [] }
}
