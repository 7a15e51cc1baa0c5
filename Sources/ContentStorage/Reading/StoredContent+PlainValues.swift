import SchemaText

// These functions read the usual values of properties without making content first. Making content
// would count a reference up and down, which takes longer than finding a number. For an unusual
// value the functions return `nil`. The caller then calls the general function, which also throws.
extension StoredContent {
  /// Returns the string of a property, if it is complete and its length fits one word.
  package func plainString(ofProperty name: String) -> String? {
    guard let buffer, let place = buffer.property(named: name, of: place) else { return nil }
    return buffer.plainString(place)
  }

  /// Returns the integer of a property, if it fits one word.
  package func plainInteger(ofProperty name: String) -> Int? {
    let word = closedWord(ofProperty: name)
    return word.isTag(.integer) ? Int(exactly: word.integer) : nil
  }

  /// Returns the number of a property as the nearest double.
  package func plainDouble(ofProperty name: String) -> Double? {
    guard let buffer, let place = buffer.property(named: name, of: place), !place.isOpen
    else { return nil }
    let word = buffer.word(place.index)
    if word.isTag(.integer) { return Double(word.integer) }
    return word.isTag(.number) ? buffer.withText(place) { NumberScan.double($0) } : nil
  }

  /// Returns the boolean of a property.
  package func plainBool(ofProperty name: String) -> Bool? {
    switch closedWord(ofProperty: name).tag {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Returns the elements, if all of them are complete strings.
  package func plainStrings() -> [String]? {
    // An incomplete array that was copied is not open.
    guard let buffer, tag == .array, buffer.isComplete(place) else { return nil }
    var values: [String] = []
    values.reserveCapacity(buffer.word(place.index + 2).count)
    var children = buffer.children(of: place)
    while let element = children.next(in: buffer) {
      guard let value = buffer.plainString(element) else { return nil }
      values.append(value)
    }
    return values
  }

  /// Returns the first word of a property's value if it is closed; otherwise null.
  private func closedWord(ofProperty name: String) -> ContentWord {
    guard let buffer, let place = buffer.property(named: name, of: place), !place.isOpen
    else { return ContentWord(.null) }
    return buffer.word(place.index)
  }
}

extension ContentBuffer {
  /// Returns a string that is complete and whose length fits one word; otherwise `nil`.
  fileprivate func plainString(_ place: ContentPlace) -> String? {
    guard !place.isOpen else { return nil }
    let word = word(place.index)
    return word.isTag(.string) && !word.isIncompleteScalar ? string(place) : nil
  }
}
