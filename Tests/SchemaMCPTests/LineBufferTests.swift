import Foundation
import Testing

@testable import SchemaMCP

struct LineBufferTests {
  @Test("are the same, wherever the pieces of the stream end", arguments: 1...9)
  func pieces(_ size: Int) {
    let text = Array("one\n\ntwo\r\nthree and four\nrest".utf8)
    var buffer = LineBuffer()
    var lines: [String] = []
    for start in stride(from: 0, to: text.count, by: size) {
      buffer.append(Data(text[start..<min(start + size, text.count)]))
      while let line = buffer.takeLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two\r", "three and four"])
  }

  @Test("H2: do not stay after they are taken, however many there are")
  func memory() {
    let piece = Data(String(repeating: "a", count: 998).utf8) + Data("\nb".utf8)
    var buffer = LineBuffer()
    for _ in 0..<1_000 {
      buffer.append(piece)
      #expect((998...999).contains(buffer.takeLine()?.count ?? 0))
      #expect(buffer.takeLine() == nil)
      #expect(buffer.count <= 2 * piece.count)
    }
  }
}
