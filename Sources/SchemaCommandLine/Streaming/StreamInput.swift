/// The source of the text of an answer, which is read in pieces.
enum StreamInput {
  /// Standard input.
  case standardInput

  /// The rest of a text, in pieces of some characters, with a pause before each.
  case play(Substring, characters: Int, pause: Duration)

  static func playing(_ text: String, speed: Int) -> StreamInput {
    // Thirty pieces per second look continuous.
    let characters = max(1, speed / 30)
    return .play(
      text[...], characters: characters,
      pause: .microseconds(1_000_000 * characters / max(1, speed))
    )
  }

  /// The name of the source in reports.
  var name: String {
    switch self {
    case .standardInput: SchemaSource.standardInput.name
    case .play: "<play>"
    }
  }

  /// Returns the next piece of the text, in UTF-8; empty at the end.
  mutating func next(on console: inout some Console) throws(ReadFailure) -> [UInt8] {
    switch self {
    case .standardInput: return try console.read()
    case .play(let rest, let characters, let pause):
      guard !rest.isEmpty else { return [] }
      console.wait(pause)
      self = .play(rest.dropFirst(characters), characters: characters, pause: pause)
      return Array(rest.prefix(characters).utf8)
    }
  }
}
