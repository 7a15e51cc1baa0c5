import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

struct InputLinesTests {
  private func lines(_ pieces: [[UInt8]]) throws -> [String] {
    var console = RecordingConsole(input: pieces)
    var (reader, lines) = (InputLines(), [String]())
    while let line = try reader.next(on: &console) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return lines
  }

  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\r\n", ["a", "b"]),
      ("\n\na\n\n", ["", "", "a", ""]),
      ("é\nb\rc", ["é", "b\rc"]),
    ])
  func `lines are read wherever the input is split`(text: String, expected: [String]) throws {
    for size in 1...(text.utf8.count + 1) {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(try lines(pieces) == expected, "\(size)")
    }
  }

  @Test func `H3: a line in many pieces, and many lines in one, take time in proportion`() throws {
    let inPieces = try growthOfTime(from: 2_000) { count in
      [[UInt8]](repeating: Array(repeating: 0x20, count: 16), count: count)
    } work: { pieces in
      let count = try lines(pieces).count
      #expect(count == 1)
    }
    #expect(inPieces < proportionalGrowth)
    let inOne = try growthOfTime(from: 4_000) { count in
      [[UInt8]](repeating: Array("abcdefg\n".utf8), count: count).flatMap { $0 }
    } work: { piece in
      let count = try lines([piece]).count
      #expect(count == piece.count / 8)
    }
    #expect(inOne < proportionalGrowth)
  }

  @Test(.withOptimizer)
  func `H2: a line that is too long is an error`() {
    let piece = [UInt8](repeating: 0x20, count: InputFile.limit / 4)
    let error = #expect(throws: CommandError.self) {
      try lines(Array(repeating: piece, count: 5))
    }
    #expect(error?.problem.contains("a line is larger than 64 MiB") == true)
  }

  @Test func `H2: each value of a source with lines is used before the next line is read`() throws {
    var console = RecordingConsole(input: (0..<50).map { Array("{\"a\": \($0)}\n".utf8) })
    var left: [Int] = []
    try InstanceSource("-", hasLines: true).forEach(on: &console) { value, console in
      #expect(value.line == left.count + 1)
      left.append(console.input.count)
    }
    #expect(left == (0..<50).reversed())
  }
}
