import SchemaText
import Testing

@testable import ContentStorage

struct KeyLogTests {
  /// Whether the parser takes two keys of an object for the same.
  private func hasDuplicate(_ keys: [String]) -> Bool {
    let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    var machine = JSONMachine(
      options: .init(
        maximumDepth: 1, duplicateKeys: .error, isLenient: false),
      id: .absent)
    withSpan(of: text.utf8) { machine.consume($0) }
    return machine.failure?.code == .duplicateKey
  }

  @Test(arguments: [3, 16, 17, 500])
  func `C3: a key that occurs twice is found among few and among many`(count: Int) {
    let keys = (0..<count).map { "key \($0)" }
    #expect(!hasDuplicate(keys))
    #expect(hasDuplicate(keys + keys.prefix(1)))
    #expect(hasDuplicate(keys + keys.suffix(1)))
  }

  @Test func `C3: keys that differ in one byte, in length or in the middle are different`() {
    let middle = "12345678" + "x" + "12345678"
    let other = "12345678" + "y" + "12345678"
    #expect(!hasDuplicate(["", "a", "b", "aa", middle, other, middle + "1"]))
  }

  @Test(arguments: ["", "a", "12345678", "12345678x12345678"])
  func `C3: a key of any length is found again`(key: String) {
    #expect(hasDuplicate([key, key]))
  }
}
