// The values that most properties have, read without making content of them first: that would count
// a reference up and down, which costs more than finding a number does. All of these give `nil` where
// anything is out of the ordinary, and the general way, which knows what to throw, is taken then.
extension GeneratedContent {
  /// The value of a property, if it is a finished value of one of the plain types.
  ///
  /// Where the type is known when this is compiled, only the branch for it is left.
  @inlinable
  func plainValue<Value>(_ type: Value.Type, ofProperty name: String) -> Value? {
    if type == String.self, let value = plainString(ofProperty: name) { return value as? Value }
    if type == Int.self, let value = plainInteger(ofProperty: name) { return value as? Value }
    if type == Double.self, let value = plainDouble(ofProperty: name) { return value as? Value }
    if type == Bool.self, let value = plainBool(ofProperty: name) { return value as? Value }
    return nil
  }

  @usableFromInline
  func plainString(ofProperty name: String) -> String? {
    guard let buffer, let place = buffer.property(named: name, of: node) else { return nil }
    return buffer.plainString(place)
  }

  @usableFromInline
  func plainInteger(ofProperty name: String) -> Int? {
    guard let buffer, let place = buffer.property(named: name, of: node), !place.isOpen
    else { return nil }
    let word = buffer.word(place.index)
    return word.isTag(.integer) ? Int(exactly: word.integer) : nil
  }

  @usableFromInline
  func plainDouble(ofProperty name: String) -> Double? {
    guard let buffer, let place = buffer.property(named: name, of: node), !place.isOpen
    else { return nil }
    let word = buffer.word(place.index)
    if word.isTag(.integer) { return Double(word.integer) }
    guard word.isTag(.number) else { return nil }
    return withExtendedLifetime(buffer) {
      NumberScan.double(buffer.textBytes(at: place.index).span)
    }
  }

  @usableFromInline
  func plainBool(ofProperty name: String) -> Bool? {
    guard let buffer, let place = buffer.property(named: name, of: node), !place.isOpen
    else { return nil }
    switch buffer.word(place.index).tag {
    case .true: return true
    case .false: return false
    default: return nil
    }
  }

  /// The elements, if all of them are finished strings.
  @usableFromInline
  func plainStrings() -> [String]? {
    guard let buffer, tag == .array, !node.isOpen else { return nil }
    var values: [String] = []
    values.reserveCapacity(buffer.word(node.index + 2).count)
    var children = buffer.children(of: node)
    while let place = children.next(in: buffer) {
      guard let value = buffer.plainString(place) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension ContentBuffer {
  /// The text of a finished string of ordinary length.
  @inline(__always)
  fileprivate func plainString(_ place: ContentNode) -> String? {
    guard !place.isOpen else { return nil }
    let word = word(place.index)
    guard word.isTag(.string), !word.isIncompleteScalar else { return nil }
    return withExtendedLifetime(self) {
      String(
        decoding: UnsafeBufferPointer(
          start: text + word.shortTextOffset, count: word.shortTextLength), as: UTF8.self)
    }
  }
}
