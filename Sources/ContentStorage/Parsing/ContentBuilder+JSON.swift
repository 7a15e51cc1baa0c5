/// Adding JSON text.
extension ContentBuilder {
  /// Adds the value of a JSON text (RFC 8259) as the next value.
  ///
  /// The text is parsed directly into the builder. A text that is not JSON, or is cut off, adds
  /// nothing.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: The largest nesting depth of arrays and objects, including the containers
  ///     that are already open.
  /// - Returns: `true` if the text is JSON.
  package mutating func append(json text: Span<UInt8>, maximumDepth: Int) -> Bool {
    guard state == .value else { return false }
    let mark = mark
    let options = JSONMachine.Options(
      maximumDepth: maximumDepth, duplicateKeys: .error, isLenient: false)
    var machine = JSONMachine(options: options, addingTo: self)
    machine.consume(text)
    let isComplete = machine.endAdding()
    self = machine.releaseBuilder()
    if !isComplete { returnTo(mark) }
    return isComplete
  }
}
