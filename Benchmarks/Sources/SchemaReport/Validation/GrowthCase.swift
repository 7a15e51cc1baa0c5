import SchemaContent
import SchemaModel
import SchemaValidation

/// A document and a content that grow with a size, by which cost has to grow no faster.
struct GrowthCase {
  let title: String
  /// The largest size; it is halved for the smaller ones.
  let size: Int
  /// The document and an instance of some size.
  let make: (Int) -> (document: String, instance: String)

  /// What a process spends on the case at a size.
  ///
  /// - Returns: Nanoseconds of thread time, and the peak of memory in bytes.
  func measure(_ size: Int) throws -> (time: UInt64, peak: Int) {
    let (document, instance) = make(size)
    let options = GeneratedContentParser.Options(maximumDepth: .max)
    let content = try GeneratedContent(json: instance, options: options)
    let start = Platform.threadTime()
    let validator = try ContentValidator(document: document)
    let isValid = validator.isValid(content)
    let report = validator.report(on: content)
    let end = Platform.threadTime()
    guard report.isValid == isValid else { throw ReportError("\(title): two verdicts differ.") }
    return (end - start, Platform.peakMemory())
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  /// The cases, of which each was slow in some validator.
  static let all: [GrowthCase] = [
    GrowthCase(title: "keys of dependentRequired", size: 2_000) { size in
      (
        "{\"dependentRequired\":{\(list(size) { "\"k\($0)\":[\"k\(($0 + 1) % size)\"]" })}}",
        "{\(list(size) { "\"k\($0)\":1" })}"
      )
    },
    GrowthCase(title: "oneOf of patterns", size: 2_400) { size in
      ("{\"oneOf\":[\(list(size) { "{\"pattern\":\"^x\($0)y+$\"}" })]}", "\"x7yyy\"")
    },
    GrowthCase(title: "anyOf of discriminated objects", size: 8_000) { size in
      (
        """
        {"items":{"anyOf":[\(list(size) {
          "{\"properties\":{\"type\":{\"const\":\"t\($0)\"},\"v\":{\"type\":\"integer\"}},"
            + "\"required\":[\"type\"]}"
        })]}}
        """, "[\(list(size) { "{\"type\":\"t\($0)\",\"v\":\($0)}" })]"
      )
    },
    GrowthCase(title: "prefixItems", size: 100_000) { size in
      (
        "{\"prefixItems\":[\(list(size) { "{\"maximum\":\($0)}" })]}",
        "[\(list(size) { "\($0)" })]"
      )
    },
    GrowthCase(title: "properties beside 300 patternProperties", size: 3_000) { size in
      (
        "{\"patternProperties\":{\(list(300) { "\"^p\($0)_\":{\"type\":\"integer\"}" })}}",
        "{\(list(size) { "\"p\($0 % 300)_\($0)\":1" })}"
      )
    },
    GrowthCase(title: "alternatives of a pattern beside an enum", size: 1_000) { size in
      (
        """
        {"enum":[\(list(100) { "\"w\($0)\"" })],
         "pattern":"^(\((0..<size).map { "w\($0)" }.joined(separator: "|")))$"}
        """, "\"w99\""
      )
    },
    GrowthCase(title: "definitions in a chain", size: 10_000) { size in
      (
        """
        {"$ref":"#/$defs/d0","$defs":{\(list(size) {
          "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\",\"minimum\":\"x\"}"
        }),"d\(size)":{"type":"integer"}}}
        """, "1"
      )
    },
    GrowthCase(title: "required names", size: 1_000_000) { size in
      ("{\"required\":[\(list(size) { "\"n\($0)\"" })]}", "{\"n1\":1}")
    },
    GrowthCase(title: "properties", size: 100_000) { size in
      (
        "{\"properties\":{\(list(size) { "\"n\($0)\":{\"type\":\"integer\"}" })}}",
        "{\(list(size) { "\"n\($0)\":\($0)" })}"
      )
    },
    GrowthCase(title: "bytes of a description", size: 50_000_000) { size in
      ("{\"description\":\"\(String(repeating: "d", count: size))\"}", "1")
    },
    GrowthCase(title: "diamonds of references", size: 80) { size in
      (
        """
        {"$ref":"#/$defs/d0","$defs":{\(list(size) {
          "\"d\($0)\":{\"allOf\":[{\"anyOf\":[{\"$ref\":\"#/$defs/d\($0 + 1)\"},"
            + "{\"$ref\":\"#/$defs/d\($0 + 1)\"}]},{\"$ref\":\"#/$defs/d\($0 + 1)\"}]}"
        }),"d\(size)":{"type":"integer"}}}
        """, "true"
      )
    },
    GrowthCase(title: "spaces before \\s+$", size: 100_000) { size in
      ("{\"pattern\":\"\\\\s+$\"}", "\"\(String(repeating: " ", count: size))-\"")
    },
    GrowthCase(title: "letters before (a+)+$", size: 100_000) { size in
      ("{\"pattern\":\"^(a+)+$\"}", "\"\(String(repeating: "a", count: size))!\"")
    },
    GrowthCase(title: "equal elements of uniqueItems", size: 100_000) { size in
      ("{\"uniqueItems\":true}", "[\(list(size) { "{\"a\":\($0)}" })]")
    },
  ]
}
