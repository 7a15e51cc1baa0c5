import Foundation
import SchemaConformances
import SchemaModel

/// A generator of the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// One call of a builder.
enum BuilderEvent {
  case beginObject, endObject, beginArray, endArray
  case key(String)
  case beginString
  case text(String)
  case endString
  case null
  case bool(Bool)
  case number(String)

  func apply(to builder: inout ContentBuilder) {
    switch self {
    case .beginObject: builder.beginObject()
    case .endObject: builder.endObject()
    case .beginArray: builder.beginArray()
    case .endArray: builder.endArray()
    case .key(let name): builder.key(name)
    case .beginString: builder.beginString()
    case .text(let text): builder.appendText(text)
    case .endString: builder.endString()
    case .null: builder.null()
    case .bool(let value): builder.bool(value)
    case .number(let text): builder.number(text)
    }
  }

  /// A random document of bounded depth, with long and short strings and many kinds of numbers.
  static func randomDocument(using generator: inout SeededGenerator) -> [BuilderEvent] {
    var events: [BuilderEvent] = [.beginObject]
    var isObject = [true]
    while !isObject.isEmpty {
      let inObject = isObject[isObject.count - 1]
      if Int.random(in: 0..<6, using: &generator) == 0 || events.count > 400 {
        events.append(inObject ? .endObject : .endArray)
        isObject.removeLast()
        continue
      }
      if inObject { events.append(.key("k\(Int.random(in: 0..<1000, using: &generator))é")) }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0 where isObject.count < 20:
        events.append(.beginObject)
        isObject.append(true)
      case 1 where isObject.count < 20, 2 where isObject.count < 20:
        events.append(.beginArray)
        isObject.append(false)
      case 3:
        events.append(
          .number(
            [
              "0", "-7", "1.50", "123456789012345678901", "1e400", "-0",
              "9223372036854775807",
            ].randomElement(using: &generator) ?? "0"))
      case 4: events.append(.bool(Bool.random(using: &generator)))
      case 5: events.append(.null)
      default:
        events.append(.beginString)
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
          events.append(
            .text(["a", "long and longer ", "😀", "\"\n"].randomElement(using: &generator) ?? ""))
        }
        events.append(.endString)
      }
    }
    return events
  }
}

/// The same document kept as a plain tree, to compare with.
final class ModelTree {
  final class Node {
    var isObject = false
    var isContainer = false
    var isOpen = false
    var text = ""
    var isString = false
    var children: [(name: String?, node: Node)] = []

    var description: String {
      if isString { return text.debugDescription + (isOpen ? "…" : "") }
      guard isContainer else { return text }
      var parts = children.map { child in
        (child.name.map { $0.debugDescription + ": " } ?? "") + child.node.description
      }
      if isOpen { parts.append("…") }
      let inner = parts.joined(separator: ", ")
      return isObject ? "{\(inner)}" : "[\(inner)]"
    }
  }

  private(set) var root: Node?
  private var stack: [Node] = []
  private var name: String?
  private var string: Node?

  var description: String { root?.description ?? "…" }

  func apply(_ event: BuilderEvent) {
    switch event {
    case .beginObject, .beginArray:
      let node = Node()
      node.isContainer = true
      node.isOpen = true
      if case .beginObject = event { node.isObject = true }
      add(node)
      stack.append(node)
    case .endObject, .endArray:
      stack.removeLast().isOpen = false
    case .key(let text): name = text
    case .beginString:
      let node = Node()
      node.isString = true
      node.isOpen = true
      add(node)
      string = node
    case .text(let text): string?.text += text
    case .endString:
      string?.isOpen = false
      string = nil
    case .null: addScalar("null")
    case .bool(let value): addScalar(value.description)
    case .number(let text): addScalar(text)
    }
  }

  private func addScalar(_ text: String) {
    let node = Node()
    node.text = text
    add(node)
  }

  private func add(_ node: Node) {
    if let parent = stack.last {
      parent.children.append((name, node))
      name = nil
    } else {
      root = node
    }
  }
}

/// The error that a function throws, if it is one of conversion.
func conversionError(_ body: () throws -> Void) -> GeneratedContent.ConversionError? {
  do {
    try body()
    return nil
  } catch {
    return error as? GeneratedContent.ConversionError
  }
}

/// A number made from its text.
func number(_ text: String) -> GeneratedContent {
  var builder = ContentBuilder()
  builder.number(text)
  return builder.finish()
}

/// Content from events.
func content(_ events: [BuilderEvent], id: GenerationID? = nil) -> GeneratedContent {
  var builder = ContentBuilder(id: id)
  for event in events { event.apply(to: &builder) }
  return builder.finish()
}
