import AutomergeDocument
import Foundation
import Testing

struct JSONTests {
  @Test func `keys and strings are escaped as JSON asks`() throws {
    let document = Document()
    let scalars = (0...0x80).compactMap { Unicode.Scalar($0) }
    let string = String(String.UnicodeScalarView(scalars)) + "é\u{2028}\u{1F600}"
    try document.put(obj: .ROOT, key: string, value: .String(string))
    let text = try document.json()
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
    #expect(parsed == [string: string])
    #expect(text.contains(#"\u0000\u0001"#) && text.contains(#"\b\t\n\u000b\f\r"#))
  }

  @Test func `nested values are written in the order of their keys`() throws {
    let document = Document()
    let list = try document.putObject(obj: .ROOT, key: "b", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(-1))
    try document.insert(obj: list, index: 1, value: .F64(0.5))
    _ = try document.putObject(obj: .ROOT, key: "a\"", ty: .Map)
    #expect(try document.json() == #"{"a\"":{},"b":[-1,0.5]}"#)
  }
}
