/// Documents that cost much more than they are large where something is done for every pair of parts.
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

  /// How many parts the largest document has.
  var size: Int {
    switch self {
    case .dependentRequired: 2_000
    case .patternAlternatives, .patternProperties: 300
    case .discriminatedAlternatives: 8_000
    case .prefixItems, .properties: 100_000
    case .enumWithPattern: 1_000
    case .definitionChain: 10_000
    case .requiredNames: 1_000_000
    case .description: 50_000_000
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
    }
  }

  /// The text of a document with some parts.
  func text(_ count: Int) -> [UInt8] {
    Array(body(count).utf8)
  }

  private func body(_ count: Int) -> String {
    switch self {
    case .dependentRequired:
      object(#""dependentRequired":{\#(list(count) { #""k\#($0)":["k\#($0 + 1)"]"# })}"#)
    case .patternAlternatives:
      #"{"oneOf":[\#(list(count) { #"{"type":"string","pattern":"^[a-z]+\#($0)(x|y)*$"}"# })]}"#
    case .discriminatedAlternatives:
      #"{"anyOf":[\#(list(count, alternative))]}"#
    case .prefixItems:
      #"{"type":"array","prefixItems":[\#(list(count) { #"{"type":"integer","minimum":\#($0)}"# })]}"#
    case .patternProperties:
      object(
        #""patternProperties":{\#(list(count) { #""^k\#($0)[a-z]*$":{"type":"string"}"# })},"#
          + #""properties":{\#(list(10 * count, property))},"#
          + #""allOf":[{"additionalProperties":{"maxLength":9}}]"#)
    case .enumWithPattern:
      #"{"type":"string","enum":[\#(list(100) { #""word\#($0)""# })],"#
        + #""pattern":"^(\#(list(count, separator: "|") { "word\($0)" }))$"}"#
    case .definitionChain:
      ##"{"$ref":"#/$defs/d0","$defs":{\##(list(count, definition)),"d\##(count)":{"type":"null"}}}"##
    case .requiredNames: object(#""required":[\#(list(count) { #""k\#($0)""# })]"#)
    case .properties: object(#""properties":{\#(list(count, property))}"#)
    case .description:
      #"{"type":"string","description":"\#(String(repeating: "x", count: count))"}"#
    }
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
