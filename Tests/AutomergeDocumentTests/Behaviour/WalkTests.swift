import Testing

@testable import AutomergeDocument

struct WalkTests {
  @Test func `a document is printed as automerge-swift prints it`() throws {
    let document = Document()
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let list = try document.putObject(obj: .ROOT, key: "b", ty: .List)
    try document.insert(obj: list, index: 0, value: .Null)
    let map = try document.insertObject(obj: list, index: 1, ty: .Map)
    let text = try document.putObject(obj: map, key: "t", ty: .Text)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "x")
    try document.insertObject(obj: list, index: 2, ty: .List)
    #expect(
      try document.walkText() == """
        {
          {
          "a" :Int(1)
          "b" : {
            [
              Null()
              {
              "t" : {
                Text["x"]
              }
              }
              []
            ]
          }
          }
        }
        """)
  }
}
