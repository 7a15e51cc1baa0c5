import ContentStorage
import SchemaText

extension GeneratedContent {
  /// Returns the content at a path, which may be null; `nil` if the path leads to no content.
  ///
  /// In a structure, an index finds the property with that name.
  ///
  /// - Complexity: Linear in the properties and elements before the place on each level.
  public subscript(path: SchemaPath) -> GeneratedContent? {
    var content = self
    for component in path.components {
      guard let part = content.part(at: component) else { return nil }
      content = part
    }
    return content
  }

  /// Reads the value at a path, which must be present.
  ///
  ///     let name = try content.value(String.self, at: ["steps", 2, "name"])
  ///
  /// - Throws: `ConversionError` if the path leads to no content, or if the content does not
  ///   describe such a value. The path of the error may be shorter: it ends at the first missing
  ///   part, or at a value that cannot have the next part.
  /// - Complexity: Linear in the properties and elements before the place on each level, plus the
  ///   time to make the value.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, at path: SchemaPath
  ) throws -> Value {
    guard let content = self[path] else { throw absence(at: path, for: Value.self) }
    do {
      return try Value(content)
    } catch {
      throw GeneratedContent.locating(error, in: path)
    }
  }

  /// Reads the value at a path, which may be absent.
  ///
  /// Swift chooses this method if the result is an optional. A value that is too incomplete to be
  /// read counts as absent.
  ///
  /// - Parameters:
  ///   - type: The type of the value; usually it is inferred.
  ///   - path: The path.
  /// - Returns: The value, or `nil` if the path leads to no content, to null, or to a value that
  ///   cannot be read yet.
  /// - Throws: `ConversionError` if the content has arrived and does not describe such a value, or
  ///   if a value on the path has no parts of that kind.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self, at path: SchemaPath
  ) throws -> Value? {
    guard let content = self[path] else {
      let absence = absence(at: path, for: Value.self)
      guard absence.code == .missing else { throw absence }
      return nil
    }
    if content.shape == .null || content.shape == .nothing { return nil }
    do {
      return try Value(content.forPartialReading)
    } catch {
      guard content.isComplete else { return nil }
      throw GeneratedContent.locating(error, in: path)
    }
  }

  /// Returns the property or the element to which a step leads.
  private func part(at component: SchemaPath.Component) -> GeneratedContent? {
    switch component {
    case .key(let name):
      return property(named: name)
    case .index(let index):
      guard shape == .array else { return property(named: index.description) }
      var position = 0
      for element in elements {
        if position == index { return element }
        position += 1
      }
      return nil
    }
  }

  private static func locating(_ error: any Error, in path: SchemaPath) -> any Error {
    guard var error = error as? ConversionError else { return error }
    for component in path.components.reversed() { error = error.located(in: component) }
    return error
  }

  /// Returns the error for a place without content.
  ///
  /// If a value on the path could have the missing part, the error is `missing`, and its path ends
  /// at the part. Otherwise the error is `typeMismatch`, and its path ends at the value.
  private func absence(at path: SchemaPath, for type: any Any.Type) -> ConversionError {
    let typeName = _typeName(type, qualified: false)
    var content = self
    var steps = SchemaPath()
    for component in path.components {
      guard let part = content.part(at: component) else {
        switch (content.shape, component) {
        case (.object, _), (.nothing, _), (.null, _):
          return ConversionError(
            .missing, expected: typeName, found: "nothing", path: steps.appending(component))
        case (.array, .index):
          return ConversionError(
            .missing, expected: typeName,
            found: "an array of \(CountedNoun.element.amount(content.childCount))",
            path: steps.appending(component))
        case (_, .key(let name)):
          return ConversionError(
            .typeMismatch, expected: "an object with \(name.debugDescription) (\(typeName))",
            found: content.foundDescription, path: steps)
        case (_, .index):
          return ConversionError(
            .typeMismatch, expected: "an array (\(typeName))", found: content.foundDescription,
            path: steps)
        }
      }
      content = part
      steps = steps.appending(component)
    }
    return ConversionError(.missing, expected: typeName, found: "nothing", path: steps)
  }
}

/// The path to the current value of a walk through content.
///
/// A pending value of the walk stores only its last step. Storing a path for each value would take
/// time quadratic in the depth.
struct WalkedPath {
  struct Place {
    static let root = Place(depth: 0, step: nil)

    fileprivate let depth: Int
    /// The last step to the value; `nil` for the root.
    fileprivate let step: SchemaPath.Component?

    func appending(_ step: SchemaPath.Component) -> Place { Place(depth: depth + 1, step: step) }
  }

  private var components: [SchemaPath.Component] = []

  /// The path to the current value.
  ///
  /// - Complexity: O(depth), because the next move copies the components.
  var path: SchemaPath { SchemaPath(components) }

  /// Moves to a value.
  ///
  /// Its parent has to be the current value or an ancestor of the current value.
  mutating func move(to place: Place) {
    guard let step = place.step else { return components.removeAll() }
    components.removeLast(components.count - (place.depth - 1))
    components.append(step)
  }
}
