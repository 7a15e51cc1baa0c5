/// A value that is being encoded, to which its containers can still add parts.
enum EncodedValue {
  case content(GeneratedContent)
  case object(EncodedObject)
  case array(EncodedArray)

  /// Returns the value as content.
  ///
  /// The function uses a list of pending values instead of recursion.
  func content() -> GeneratedContent {
    if case .content(let content) = self { return content }
    var builder = ContentBuilder()
    var open: [OpenContainer] = []
    Self.write(self, to: &builder, &open)
    while var container = open.popLast() {
      guard let (name, part) = container.next() else {
        builder.endContainer(isIncomplete: false)
        continue
      }
      open.append(container)
      if let name { builder.key(name) }
      Self.write(part.value, to: &builder, &open)
    }
    return builder.finish()
  }

  /// Writes a value, or begins a container and adds it to `open`.
  private static func write(
    _ value: EncodedValue, to builder: inout ContentBuilder, _ open: inout [OpenContainer]
  ) {
    switch value {
    case .content(let content):
      builder.append(content)
    case .object(let object):
      builder.beginObject()
      open.append(OpenContainer(object))
    case .array(let array):
      builder.beginArray()
      open.append(OpenContainer(array))
    }
  }
}

/// A part of a container that is being encoded.
enum EncodedPart {
  case value(EncodedValue)
  /// The value of an encoder for a superclass. The superclass may encode it later.
  case later(ContentEncoding)

  /// The value that has been encoded by now.
  fileprivate var value: EncodedValue {
    switch self {
    case .value(let value): value
    case .later(let encoder): encoder.value ?? .object(EncodedObject(isSorted: false))
    }
  }
}

/// A container that is being written.
private struct OpenContainer {
  let isObject: Bool
  private let names: [String]
  private let parts: [EncodedPart]
  private let order: [Int]?
  private var position = 0

  init(_ object: EncodedObject) {
    isObject = true
    names = object.names
    parts = object.parts
    order = object.isSorted ? object.sortedIndices : nil
  }

  init(_ array: EncodedArray) {
    isObject = false
    names = []
    parts = array.parts
    order = nil
  }

  mutating func next() -> (name: String?, part: EncodedPart)? {
    guard position < parts.count else { return nil }
    let index = order?[position] ?? position
    position += 1
    return (isObject ? names[index] : nil, parts[index])
  }
}

/// A structure being encoded.
final class EncodedObject {
  private(set) var names: [String] = []
  private(set) var parts: [EncodedPart] = []
  private var indices: [ExactText: Int] = [:]
  /// `true` if the properties have no order and are sorted by their names.
  let isSorted: Bool

  init(isSorted: Bool) {
    self.isSorted = isSorted
  }

  /// Sets the value of a property.
  ///
  /// The new value replaces an earlier value at the same position.
  func set(_ name: String, to part: EncodedPart) {
    if let index = index(of: name) {
      parts[index] = part
      return
    }
    indices[ExactText(name)] = names.count
    names.append(name)
    parts.append(part)
  }

  subscript(name: String) -> EncodedPart? {
    index(of: name).map { parts[$0] }
  }

  private func index(of name: String) -> Int? { indices[ExactText(name)] }

  /// The indices of the properties in the order of the bytes of their names.
  fileprivate var sortedIndices: [Int] {
    names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
  }
}

/// An array being encoded.
final class EncodedArray {
  private(set) var parts: [EncodedPart] = []

  func append(_ part: EncodedPart) { parts.append(part) }
}
