import Testing

@testable import SchemaCommandLine

@Suite struct LiveScreenTests {
  @Test(arguments: [
    (10, 20, 0, 0..<10), (10, 10, 9, 0..<10), (10, 4, 0, 0..<4), (10, 4, 5, 3..<7),
    (10, 4, 9, 6..<10), (10, 1, 5, 5..<6), (0, 4, 0, 0..<0), (10, 0, 3, 0..<0),
  ])
  func `the line that grows is always seen`(count: Int, rows: Int, focus: Int, seen: Range<Int>) {
    let window = LiveScreen.window((0..<count).map { "\($0)" }, rows: rows, focus: focus)
    #expect(window == seen.map { "\($0)" })
  }

  @Test func `a frame clears what it does not fill`() {
    #expect(LiveScreen.frame(["a", "b"]) == "\u{1B}[Ha\u{1B}[K\r\nb\u{1B}[K\u{1B}[J")
  }

  @Test func `a text is styled where styles are shown`() {
    var display = Display()
    display.isColored = true
    #expect(display.styled("a", .bad) == "\u{1B}[31ma\u{1B}[0m")
    #expect(display.styled("", .bad).isEmpty)
    #expect(Display().styled("a", .bad) == "a")
  }
}
