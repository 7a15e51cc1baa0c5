#if Macros
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaMacros
import Testing

/// Properties keep the order in which they are declared.
struct OrderTests {
  @Test func `behaviour 13: everywhere`() throws {
    let names = ["zeta", "alpha", "mid", "beta", "omega"]
    let value = Ordered(zeta: 1, alpha: "a", mid: true, beta: 2, omega: nil)
    let schema = try SchemaEncoder(dialect: AppleDialect()).encode(Ordered.self)
    #expect(schema.root.properties.map { $0.name } == names)
    #expect(schema.root.required == ["zeta", "alpha", "mid", "beta"])
    #expect(schema.root["x-order"]?.strings == names)
    #expect(keys(value.generatedContent) == ["zeta", "alpha", "mid", "beta"])
    let text = value.generatedContent.jsonString(.compact)
    #expect(text == #"{"zeta":1,"alpha":"a","mid":true,"beta":2}"#)
    // A value that was read in another order is written in the declared order.
    let shuffled = #"{"beta":2,"mid":true,"zeta":1,"alpha":"a"}"#
    #expect(
      try Ordered(GeneratedContent(json: shuffled)).generatedContent.jsonString(.compact) == text)
  }

  @Test func `behaviour 13: of a hundred and twenty properties too`() throws {
    let names = (0..<120).map { "p\($0)" }
    let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(Wide.self)
    #expect(schema.root.properties.map { $0.name } == names)
    let json = "{" + names.map { "\"\($0)\":\($0.dropFirst())" }.joined(separator: ",") + "}"
    let wide = try Wide(GeneratedContent(json: json))
    #expect(wide.p0 == 0)
    #expect(wide.p119 == 119)
    #expect(wide.generatedContent.jsonString(.compact) == json)
  }
}

@Generable
private struct Ordered {
  var zeta: Int
  var alpha: String
  var mid: Bool
  var beta: Double
  var omega: Int?
}

@Generable
private struct Wide {
  var p0, p1, p2, p3, p4, p5, p6, p7, p8, p9: Int
  var p10, p11, p12, p13, p14, p15, p16, p17, p18, p19: Int
  var p20, p21, p22, p23, p24, p25, p26, p27, p28, p29: Int
  var p30, p31, p32, p33, p34, p35, p36, p37, p38, p39: Int
  var p40, p41, p42, p43, p44, p45, p46, p47, p48, p49: Int
  var p50, p51, p52, p53, p54, p55, p56, p57, p58, p59: Int
  var p60, p61, p62, p63, p64, p65, p66, p67, p68, p69: Int
  var p70, p71, p72, p73, p74, p75, p76, p77, p78, p79: Int
  var p80, p81, p82, p83, p84, p85, p86, p87, p88, p89: Int
  var p90, p91, p92, p93, p94, p95, p96, p97, p98, p99: Int
  var p100, p101, p102, p103, p104, p105, p106, p107, p108, p109: Int
  var p110, p111, p112, p113, p114, p115, p116, p117, p118, p119: Int
}
#endif
