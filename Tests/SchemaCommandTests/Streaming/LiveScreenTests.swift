import Testing

@testable import SchemaCommandLine

struct LiveScreenTests {
  @Test(arguments: [
    (10, 20, 0, 0..<10), (10, 10, 9, 0..<10), (10, 4, 0, 0..<4), (10, 4, 5, 3..<7),
    (10, 4, 9, 6..<10), (10, 1, 5, 5..<6), (0, 4, 0, 0..<0), (10, 0, 3, 0..<0),
  ])
  func `the line that grows is always visible`(
    count: Int, rows: Int, focus: Int, visible: Range<Int>
  ) {
    let window = LiveScreen.window((0..<count).map { "\($0)" }, rows: rows, focus: focus)
    #expect(window == visible.map { "\($0)" })
  }
}
