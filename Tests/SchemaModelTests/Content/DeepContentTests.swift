import Foundation
import SchemaModel
import SchemaTestSupport
import Testing

struct DeepContentTests {
  /// Arrays, and objects in turn with them if asked for, around a string.
  private static func build(
    depth: Int, objects: Bool, closed: Bool, leaf: String = "leaf"
  ) -> GeneratedContent {
    var builder = ContentBuilder()
    for level in 0..<depth {
      if objects, level % 2 == 1 {
        builder.beginObject()
        builder.key("k")
      } else {
        builder.beginArray()
      }
    }
    builder.string(leaf)
    if closed {
      for level in (0..<depth).reversed() {
        if objects, level % 2 == 1 {
          builder.endObject()
        } else {
          builder.endArray()
        }
      }
    }
    return builder.finish()
  }

  @Test(arguments: [true, false])
  func `deep content is compared, printed and freed on a small stack`(
    closed: Bool
  ) async throws {
    let found = try await onSmallStack {
      let one = DeepContentTests.build(depth: greatDepth, objects: true, closed: closed)
      let two = DeepContentTests.build(depth: greatDepth, objects: true, closed: closed)
      let wrapped = GeneratedContent(elements: [one, 1])
      return [
        one.isComplete == closed, one == two,
        one.debugDescription.contains("deeper levels are not shown"),
        wrapped.elements.first { _ in true } == one, wrapped.isComplete == closed,
      ]
    }
    #expect(found == [true, true, true, true, true])
  }

  @Test func `a difference at the end of deep content is found`() {
    let deep = DeepContentTests.build(depth: greatDepth, objects: true, closed: true)
    let other = DeepContentTests.build(
      depth: greatDepth, objects: true, closed: true, leaf: "other")
    #expect(deep != other)
  }

  @Test(arguments: [true, false])
  func `each of many levels is reached from the one above`(closed: Bool) throws {
    let depth = 100_000
    var content = DeepContentTests.build(depth: depth, objects: true, closed: closed)
    var levels = 0
    while true {
      let isObject = levels % 2 == 1
      let next =
        isObject
        ? content.properties.first { _ in true }?.content : content.elements.first { _ in true }
      guard let next else { break }
      content = next
      levels += 1
    }
    #expect(levels == depth)
    #expect(try String(content) == "leaf")
  }

  @Test func `reading deep arrays with a subscript stays on the stack`() async throws {
    let (depth, rest) = try await onSmallStack {
      let content = GeneratedContent(properties: [
        "a": DeepContentTests.build(depth: greatDepth, objects: false, closed: true)
      ])
      var value: any Sendable = content["a"] as? [any Sendable] ?? []
      var depth = 0
      while let elements = value as? [any Sendable], let first = elements.first {
        value = first
        depth += 1
      }
      return (depth, value)
    }
    #expect(depth == 64)
    #expect(rest is GeneratedContent)
  }
}
