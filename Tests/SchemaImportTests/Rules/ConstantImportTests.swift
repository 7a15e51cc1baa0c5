import SchemaImport
import Testing

/// Objects and arrays that `enum` and `const` list.
@Suite struct ConstantImportTests {
  static let cases: [ImportCase] = [
    ImportCase(#"{"enum":[{"a":1},[]]}"#, ""),
    ImportCase(#"{"const":{"a":{"b":[1,"x",null]},"c":[[true]]}}"#, ""),
    ImportCase(#"{"enum":["a",{"b":1.0},2]}"#, ""),
    ImportCase(#"{"enum":["a",{"b":2},[3]],"type":["object","string"]}"#, ""),
    ImportCase(#"{"enum":[{}]}"#, ""),
    ImportCase(#"{"allOf":[{"enum":[{"a":1}]},{"not":{"minProperties":2}}]}"#, "", [.not]),
    ImportCase(
      #"{"type":"object","properties":{"a":{"const":[1]},"b":{"enum":[{"a":1},{"a":2}]}}}"#, ""),
  ]

  @Test(arguments: cases)
  func `I1: listed objects are closed, and listed arrays are tuples`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }

  @Test func `I1: a list without a value of the type is an error`() throws {
    let error = try importError(#"{"type":"string","enum":[{"a":1},[2]]}"#)
    #expect(error?.rule == .unsatisfiable)
  }

  @Test func `I6: a deep constant takes no call stack`() throws {
    let depth = 900
    let value =
      String(repeating: #"{"a":["#, count: depth) + String(repeating: "]}", count: depth)
    let imported = try SchemaImporter().import(#"{"const":\#(value)}"#)
    #expect(imported.diagnostics.isEmpty)
  }
}
