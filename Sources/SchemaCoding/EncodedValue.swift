/// A value that is being encoded, to which its containers can still add parts.
enum EncodedValue {
  case content(GeneratedContent)
  case object(EncodedObject)
  case array(EncodedArray)
  /// The value of an encoder for a superclass. The superclass may encode it later.
  case later(ContentEncoding)

  /// The value, or for ``later`` the value that has been encoded by now.
  private var settled: EncodedValue {
    var value = self
    while case .later(let encoder) = value {
      value = encoder.value ?? .object(EncodedObject(isSorted: false))
    }
    return value
  }

  /// Returns the value as content.
  ///
  /// The function uses a list of pending values instead of recursion.
  func content() -> GeneratedContent {
    if case .content(let content) = settled { return content }
    var builder = ContentBuilder()
    var open: [OpenContainer] = []
    Self.write(settled, to: &builder, &open)
    while var container = open.popLast() {
      guard let (name, value) = container.next() else {
        builder.endContainer(isIncomplete: false)
        continue
      }
      open.append(container)
      if let name { builder.key(name) }
      Self.write(value.settled, to: &builder, &open)
    }
    return builder.finish()
  }

  /// Writes a settled value, or begins a container and adds it to `open`.
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
    case .later:
      // A settled value is never `later`.
      builder.null()
    }
  }
}

/// A container that is being written.
private struct OpenContainer {
  private let isObject: Bool
  private let names: [String]
  private let values: [EncodedValue]
  private let order: [Int]?
  private var position = 0

  init(_ object: EncodedObject) {
    isObject = true
    names = object.names
    values = object.values
    order = object.isSorted ? object.sortedIndices : nil
  }

  init(_ array: EncodedArray) {
    isObject = false
    names = []
    values = array.values
    order = nil
  }

  mutating func next() -> (name: String?, value: EncodedValue)? {
    guard position < values.count else { return nil }
    let index = order?[position] ?? position
    position += 1
    return (isObject ? names[index] : nil, values[index])
  }
}

/// A structure being encoded.
final class EncodedObject {
  private(set) var names: [String] = []
  private(set) var values: [EncodedValue] = []
  private var indices: [ExactText: Int] = [:]
  /// `true` if the properties have no order and are sorted by their names.
  let isSorted: Bool

  init(isSorted: Bool) { self.isSorted = isSorted }

  /// Sets the value of a property.
  ///
  /// The new value replaces an earlier value at the same position.
  func set(_ name: String, to value: EncodedValue) {
    if let index = index(of: name) {
      values[index] = value
      return
    }
    indices[ExactText(name)] = names.count
    names.append(name)
    values.append(value)
  }

  subscript(name: String) -> EncodedValue? {
    index(of: name).map { values[$0] }
  }

  private func index(of name: String) -> Int? { indices[ExactText(name)] }

  /// The indices of the properties in the order of the bytes of their names.
  fileprivate var sortedIndices: [Int] {
    names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
  }
}

final class EncodedArray {
  var values: [EncodedValue] = []
}
