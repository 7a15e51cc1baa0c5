package import SchemaEncoding
package import Testing

/// Expects that a type text reads as what a graph declares.
package func expectReading(
  _ text: String, declares graph: SchemaGraph, _ comment: Comment,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let read: [ReadType]
  do {
    read = try TypeTextReader.read(text)
  } catch {
    Issue.record("\(comment): \(error)", sourceLocation: sourceLocation)
    return
  }
  let declared = ReadType.declared(by: graph)
  #expect(read.count == declared.count, comment, sourceLocation: sourceLocation)
  for (one, other) in zip(read, declared) where one != other {
    let difference = ReadType.firstDifference(one, other)
    Issue.record("\(comment): \(difference)", sourceLocation: sourceLocation)
    return
  }
}
