import ContentStorage

extension GeneratedContent {
  /// Returns the value of a property, if it is complete and of one of the plain types.
  ///
  /// If the type is known at compile time, only its branch remains.
  @inlinable
  func plainValue<Value>(_ type: Value.Type, ofProperty name: String) -> Value? {
    if type == String.self, let value = plainString(ofProperty: name) { return value as? Value }
    if type == Int.self, let value = plainInteger(ofProperty: name) { return value as? Value }
    if type == Double.self, let value = plainDouble(ofProperty: name) { return value as? Value }
    if type == Bool.self, let value = plainBool(ofProperty: name) { return value as? Value }
    return nil
  }

  @usableFromInline
  func plainString(ofProperty name: String) -> String? { stored.plainString(ofProperty: name) }

  @usableFromInline
  func plainInteger(ofProperty name: String) -> Int? { stored.plainInteger(ofProperty: name) }

  @usableFromInline
  func plainDouble(ofProperty name: String) -> Double? { stored.plainDouble(ofProperty: name) }

  @usableFromInline
  func plainBool(ofProperty name: String) -> Bool? { stored.plainBool(ofProperty: name) }

  /// Returns the elements, if all of them are complete strings.
  @usableFromInline
  func plainStrings() -> [String]? { stored.plainStrings() }
}
