/// Documents with values.
///
/// Their cost would be quadratic if an implementation compared every pair of parts.
enum DocumentCase: String, CaseIterable {
  case dependentRequired
  case patternAlternatives
  case discriminatedAlternatives
  case prefixItems
  case patternProperties
  case enumWithPattern
  case definitionChain
  case requiredNames
  case properties
  case description
  case referenceDiamonds
  case trailingSpaces
  case ambiguousPattern
  case equalElements

  /// The number of parts in the largest document or in its value.
  var size: Int {
    switch self {
    case .dependentRequired: 2_000
    case .patternAlternatives, .patternProperties: 300
    case .discriminatedAlternatives: 8_000
    case .prefixItems, .properties, .trailingSpaces, .ambiguousPattern, .equalElements: 100_000
    case .enumWithPattern: 1_000
    case .definitionChain: 10_000
    case .requiredNames: 1_000_000
    case .description: 50_000_000
    case .referenceDiamonds: 80
    }
  }

  var title: String {
    switch self {
    case .dependentRequired: "keys of dependentRequired"
    case .patternAlternatives: "patterns in oneOf"
    case .discriminatedAlternatives: "discriminated objects in anyOf"
    case .prefixItems: "prefixItems"
    case .patternProperties: "patternProperties and ten times as many properties"
    case .enumWithPattern: "alternatives of a pattern beside an enum of 100 words"
    case .definitionChain: "definitions in a chain, a diagnostic at each"
    case .requiredNames: "required names"
    case .properties: "properties"
    case .description: "bytes of description"
    case .referenceDiamonds: "diamonds of references"
    case .trailingSpaces: #"spaces before \s+$"#
    case .ambiguousPattern: "letters before (a+)+$"
    case .equalElements: "elements of uniqueItems"
    }
  }

  /// Returns the text of a document with a number of parts.
  func document(_ count: Int) -> String {
    switch self {
    case .dependentRequired:
      object(#""dependentRequired":{\#(list(count) { #""k\#($0)":["k\#($0 + 1)"]"# })}"#)
    case .patternAlternatives:
      #"{"oneOf":[\#(list(count) { #"{"type":"string","pattern":"^[a-z]+\#($0)(x|y)*$"}"# })]}"#
    case .discriminatedAlternatives:
      #"{"type":"array","items":{"anyOf":[\#(list(count, alternative))]}}"#
    case .prefixItems:
      #"""
      {"type":"array","prefixItems":[\#(list(count) { #"{"type":"integer","minimum":\#($0)}"# })]}
      """#
    case .patternProperties:
      object(
        #""patternProperties":{\#(list(count) { #""^k\#($0)[a-z]*$":{"type":"string"}"# })},"#
          + #""properties":{\#(list(10 * count, property))},"#
          + #""allOf":[{"additionalProperties":{"maxLength":9}}]"#)
    case .enumWithPattern:
      #"{"type":"string","enum":[\#(list(100) { #""word\#($0)""# })],"#
        + #""pattern":"^(\#(list(count, separator: "|") { "word\($0)" }))$"}"#
    case .definitionChain:
      ##"""
      {"$ref":"#/$defs/d0","$defs":{\##(list(count, definition)),"d\##(count)":{"type":"null"}}}
      """##
    case .requiredNames: object(#""required":[\#(list(count) { #""k\#($0)""# })]"#)
    case .properties: object(#""properties":{\#(list(count, property))}"#)
    case .description:
      #"{"type":"string","description":"\#(String(repeating: "x", count: count))"}"#
    case .referenceDiamonds:
      ##"""
      {"$ref":"#/$defs/d0","$defs":{\##(list(count, diamond)),"d\##(count)":{"type":"integer"}}}
      """##
    case .trailingSpaces: #"{"type":"string","pattern":"\\s+$"}"#
    case .ambiguousPattern: #"{"type":"string","pattern":"^(a+)+$"}"#
    case .equalElements: #"{"type":"array","uniqueItems":true}"#
    }
  }

  /// Returns the text of a value to which each part of the document applies.
  func value(_ count: Int) -> String {
    switch self {
    case .dependentRequired: "{\(list(count) { #""k\#($0)":1"# })}"
    case .patternAlternatives: #""word7xyxy""#
    case .discriminatedAlternatives: "[\(list(count) { #"{"k":"v\#($0)","p\#($0)":"x"}"# })]"
    case .prefixItems: "[\(list(count) { "\($0)" })]"
    case .patternProperties: "{\(list(10 * count) { #""k\#($0)":"x""# })}"
    case .enumWithPattern: #""word99""#
    case .definitionChain:
      String(repeating: #"{"next":"#, count: count) + "null" + String(repeating: "}", count: count)
    case .requiredNames: #"{"k1":1}"#
    case .properties: "{\(list(count) { #""k\#($0)":"x""# })}"
    case .description: #""x""#
    case .referenceDiamonds: "true"
    case .trailingSpaces: #""\#(String(repeating: " ", count: count))-""#
    case .ambiguousPattern: #""\#(String(repeating: "a", count: count))!""#
    case .equalElements: "[\(list(count) { #"{"a":\#($0)}"# })]"
    }
  }

  private func diamond(_ number: Int) -> String {
    let next = ##"{"$ref":"#/$defs/d\##(number + 1)"}"##
    return #""d\#(number)":{"allOf":[{"anyOf":[\#(next),\#(next)]},\#(next)]}"#
  }

  private func object(_ members: String) -> String { #"{"type":"object",\#(members)}"# }

  private func property(_ number: Int) -> String { #""k\#(number)":{"type":"string"}"# }

  private func alternative(_ number: Int) -> String {
    #"{"type":"object","required":["k"],"properties":{"k":{"const":"v\#(number)"},"#
      + #""p\#(number)":{"type":"string"}}}"#
  }

  private func definition(_ number: Int) -> String {
    ##""d\##(number)":{"type":"object","propertyNames":{"minLength":1},"##
      + ##""properties":{"next":{"$ref":"#/$defs/d\##(number + 1)"}}}"##
  }

  private func list(
    _ count: Int, separator: String = ",", _ element: (Int) -> String
  ) -> String {
    (0..<count).map(element).joined(separator: separator)
  }
}
