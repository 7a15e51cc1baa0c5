import Foundation
import Testing

@testable import SchemaMCP

struct LineStreamTests {
  @Test("are the same, wherever the pieces of the stream end", arguments: 1...9)
  func pieces(_ size: Int) async throws {
    let text = Data("one\n\ntwo\r\nthree and four\nrest".utf8)
    let pipe = Pipe()
    let stream = LineStream(pipe.fileHandleForReading)
    for start in stride(from: 0, to: text.count, by: size) {
      try pipe.fileHandleForWriting.write(contentsOf: text[start..<min(start + size, text.count)])
    }
    try pipe.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = try await stream.next() { lines.append(line) }
    #expect(lines == ["one", "", "two", "three and four"])
  }
}
