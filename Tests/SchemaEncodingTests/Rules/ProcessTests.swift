#if os(Linux) || os(macOS)
import Foundation
import SchemaEncoding
import SchemaTestSupport
import Testing

/// E13: bytes do not depend on the process, which has its own seed for hashes.
struct ProcessTests {
  /// The output of a process: documents with clashing titles, shortened names and merged choices,
  /// and a decoded document, whose decoder did not keep the order.
  private static func documents() throws -> String {
    let types: [any Generable.Type] = [
      Order.Status.self, Payment.Status.self, Status.self, Order.Line.Status.self,
      Page<Order.Status>.self, `a/b`.self, `m~n`.self, Größe.self, Team.self, Shape.self,
    ]
    let short = TestDialect {
      $0.definitions?.names = .ascii(punctuation: "", maximumLength: 8)
      $0.keywords.propertyOrder = "order"
    }
    let document = try SchemaEncoder(dialect: short).encode(whole(of: types))
    let decoded = try JSONDecoder().decode(
      EncodedSchema.self, from: JSONEncoder().encode(document))
    let choices = Holder<String>.schema([
      .anyOf((0..<40).map { "choice \($0)" }), .anyOf((20..<60).reversed().map { "choice \($0)" }),
    ])
    return try [
      document.jsonString(), decoded.jsonString(), text(whole(of: types)), text(choices),
    ].joined(separator: "\n")
  }

  @Test func `E13: two processes write the same bytes`() async throws {
    let first = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      print(try Self.documents())
    }
    let second = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      print(try Self.documents())
    }
    let outputs = [first, second].compactMap { $0?.standardOutputContent }
    #expect(outputs.count == 2 && outputs.first == outputs.last)
    let here = try Self.documents()
    #expect(outputs.first.map { String(decoding: $0, as: UTF8.self) }?.contains(here) == true)
  }
}
#endif
