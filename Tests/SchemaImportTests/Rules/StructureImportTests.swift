import SchemaImport
import Testing

struct StructureImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      ##"{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"type":"object""##
        + #","properties":{"x":{"type":"string","format":"date"}}},"B":{"type":"object","prope"#
        + #"rties":{"x":{"type":"string","format":"date-time"}}}}}"#,
      ##"{"description":"Fits exactly one of the alternatives.","##
        + ##""anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"type":"object""##
        + #","properties":{"x":{"type":"string","format":"date"}},"#
        + #""required":[]},"B":{"type":"object","properties":{"x":"#
        + #"{"type":"string","format":"date-time"}},"required":[]}}}"#,
      [.overlappingOneOf]),
    ImportCase(
      ##"{"type":"object","title":"Order","properties":{"z":{"$ref":"#/$defs/a~1b%25"},"a":"##
        + ##"{"$ref":"#/$defs/a~1b%25","description":"more"}},"required":["a"],"additionalPrope"##
        + #"rties":false,"$defs":{"a/b%":{"type":"integer","description":"one"}}}"#,
      #"{"type":"object","title":"Order","additionalProperties":false,"properties":{"z":{""#
        + ##"$ref":"#/$defs/a~1b%25"},"a":{"$ref":"#/$defs/a~1b%25","description":"more"}},"req"##
        + #"uired":["a"],"$defs":{"a/b%":{"type":"integer","description":"one"}}}"#),
    ImportCase(
      #"{"type":"object","properties":{"home":{"type":"object","title":"Address","properti"#
        + #"es":{"street":{"type":"string","title":"Street"}}},"age":{"type":"integer","title""#
        + #":"Years since birth"},"mail":{"type":"string","title":"Contact","description":"An "#
        + #"address"}},"additionalProperties":false}"#,
      ##"{"type":"object","additionalProperties":false,"properties":{"home":{"$ref":"#/$def"##
        + #"s/Address"},"age":{"type":"integer","description":"Years since birth"},"mail":{"ty"#
        + #"pe":"string","description":"Contact: An address"}},"required":[],"$defs":{"Address"#
        + #"":{"type":"object","properties":{"street":{"type":"str"#
        + #"ing"}},"required":[]}}}"#),
    ImportCase(
      ##"{"title":"Node","type":"object","properties":{"child":{"$ref":"#"}},"additionalPro"##
        + #"perties":false}"#,
      #"{"type":"object","title":"Node","additionalProperties":false,"properties":{"child""#
        + ##":{"$ref":"#"}},"required":[]}"##),
    ImportCase(
      ##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/"##
        + #"$defs/A"}},"additionalProperties":false}}}"#,
      #"{"type":"object","title":"A","additionalProperties":false,"properties":{"next":{"$"#
        + ##"ref":"#"}},"required":[]}"##),
    ImportCase(
      ##"{"type":"array","items":{"$ref":"#/properties/x"},"properties":{"x":{"type":"objec"##
        + #"t","additionalProperties":false}}}"#,
      ##"{"type":"array","items":{"$ref":"#/$defs/x"},"$defs":{"x":{"type":"object","additi"##
        + #"onalProperties":false,"properties":{},"required":[]}}}"#,
      [.noEffect]),
    ImportCase(
      #"{"$id":"https://example.com/root.json","type":"array","items":{"$ref":"item.json#l"#
        + #"eaf"},"$defs":{"i":{"$id":"item.json","$defs":{"l":{"$anchor":"leaf","type":"boole"#
        + #"an"}}}}}"#,
      ##"{"type":"array","items":{"$ref":"#/$defs/l"},"$defs":{"l":{"type":"boolean"}}}"##),
    ImportCase(
      ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/Id"},"b":{"$ref":"#/definition"##
        + #"s/Id"}},"additionalProperties":false,"$defs":{"Id":{"type":"string"}},"definitions"#
        + #"":{"Id":{"type":"integer"}}}"#,
      ##"{"type":"object","additionalProperties":false,"properties":{"a":{"$ref":"#/$defs/I"##
        + ##"d"},"b":{"$ref":"#/$defs/Id_2"}},"required":[],"$defs":{"Id":{"type":"string"},"Id"##
        + #"_2":{"type":"integer"}}}"#),
    ImportCase(
      ##"{"type":"object","properties":{"pet":{"allOf":[{"$ref":"#/definitions/Pet"}],"titl"##
        + #"e":"Pet","description":"The pet"}},"additionalProperties":false,"definitions":{"Pe"#
        + #"t":{"title":"Pet","type":"string","enum":["cat","dog"]}}}"#,
      ##"{"type":"object","additionalProperties":false,"properties":{"pet":{"$ref":"#/$defs"##
        + #"/Pet","description":"The pet"}},"required":[],"$defs":{"Pet":{"type":"string","enu"#
        + #"m":["cat","dog"]}}}"#),
  ]

  @Test(arguments: cases)
  func `I1: references, names, titles, descriptions and order survive`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
