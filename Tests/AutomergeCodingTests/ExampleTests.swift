import Testing

@testable import AutomergeExample

struct ExampleTests {
  @Test func `the example shows an answer and a person's edits, and both survive`() throws {
    var lines: [String] = []
    try AutomergeExample.run { lines.append($0) }
    #expect(
      lines.suffix(2) == [
        #"both    {"recipe":{"steps":["Chop the onions","Cook","Serve"],"#
          + #""title":"Best Tomato soup"},"shopping":["onions","tomatoes","salt","pepper"]}"#,
        "The replicas are equal.",
      ])
    let person = lines.filter { $0.hasPrefix("person") }
    #expect(person.map { $0.contains("salt") } == [true, true, true])
    #expect(person.last?.hasSuffix("// adds pepper") == true)
    // The answer grows line by line: no snapshot is the whole, and none is shorter than the last.
    let steps = lines.filter { $0.hasPrefix("model") }
    #expect(steps.count > 5)
    #expect(steps.first?.contains("Serve") == false)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.count <= $1.count })
  }
}
