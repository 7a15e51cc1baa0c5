import Foundation
import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

struct FormatTests {
  private static func accepts(_ format: StringFormat, _ text: String) throws -> Bool {
    let schema = DynamicGenerationSchema(type: String.self, guides: [.format(format)])
    let validator = try makeValidator(ofValue: schema)
    return validator.checkedReport(on: GeneratedContent(properties: ["value": text])).isValid
  }

  @Test(
    arguments: [
      (
        "date-time",
        [
          "2026-11-21T09:30:00Z", "2024-02-29t23:59:60z", "2026-11-21T09:30:00.123456789+05:30",
          "1998-12-31T15:59:60.123-08:00", "0000-01-01T00:00:00-00:00",
        ],
        [
          "", "2026-11-21", "2026-11-21 09:30:00Z", "2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
          "2026-11-31T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
          "2026-11-21T09:30:60Z", "2026-11-21T09:30:00", "2026-11-21T09:30:00+0530",
          "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00Z ", "26-11-21T09:30:00Z",
          "٢026-11-21T09:30:00Z",
        ]
      ),
      (
        "date", ["2026-11-21", "2000-02-29"],
        ["2026-11-21Z", "1900-02-29", "2026-00-10", "2026-1-1", "2026-04-31", "tomorrow"]
      ),
      (
        "time", ["09:30:00Z", "23:59:60+00:00", "00:00:00.5-12:30"],
        ["09:30:00", "9:30:00Z", "24:00:00Z", "12:00:60Z"]
      ),
      (
        "uuid", ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-00000000000F"],
        [
          "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400",
          "g23e4567-e89b-12d3-a456-426614174000", "{123e4567-e89b-12d3-a456-426614174000}",
        ]
      ),
      (
        "uri",
        [
          "https://example.org/a", "https://ada@example.org:8080/a/b;c?q=1&r=%20#top",
          "mailto:a@b.c",
          "urn:isbn:0451450523", "http://[::1]:80/", "file:///etc", "a:",
          "ldap://[2001:db8::7]/c=GB?objectClass?one",
        ],
        [
          "", "example.org", "/a/b", "https://exa mple.org", "http://a/%2", "http://a/<b>",
          "1http://a", "http://[::1", "http://a[::1]", "http://a/b#c#d", "http://a/é", "://a",
        ]
      ),
      (
        "email",
        ["ada@example.org", "a.b+c@x-y.z", "\"a b\"@example.org", "a@[127.0.0.1]", "a@b"],
        [
          "", "ada", "ada@", "@example.org", "a..b@c", ".a@b", "a@b..c", "a@-b.c", "a@b-.c",
          "a b@c", "a@b c", "a@b@c",
        ]
      ),
    ] as [(String, [String], [String])])
  func `formats`(name: String, valid: [String], invalid: [String]) throws {
    let format = StringFormat(rawValue: name)
    for text in valid { #expect(try Self.accepts(format, text), "\(text)") }
    for text in invalid { #expect(try !Self.accepts(format, text), "\(text)") }
  }

  @Test func `what the library writes has the format that its schema states`() throws {
    let values: [any Generable] = [
      Date(timeIntervalSince1970: 1_764_000_000.25),
      try #require(UUID(uuidString: "5E0D2AC5-8A6D-4A7E-9F43-0A2C8C1C7D11")),
      try #require(URL(string: "https://example.org/a?b")),
    ]
    for value in values {
      let validator = try ContentValidator(type(of: value))
      let report = validator.checkedReport(on: value.generatedContent)
      #expect(report.isValid, "\(report)")
      #expect(!validator.checkedReport(on: "x".generatedContent).isValid)
    }
  }

  @Test func `an unknown format is not checked, and is reported once`() throws {
    let strange = DynamicGenerationSchema(type: String.self, guides: [.format("iban")])
    let validator = try makeValidator(
      DynamicGenerationSchema(
        name: "Accounts",
        properties: ["from", "to"].map {
          DynamicGenerationSchema.Property(name: $0, schema: strange)
        }))
    let report = validator.checkedReport(
      on: GeneratedContent(properties: ["from": "x", "to": "y"]))
    #expect(report.isValid)
    #expect(report.notes.count == 1)
    #expect(validator.notes == report.notes)
    #expect(report.notes.first?.problem.contains("'iban'") == true)
    #expect(report.notes.first?.path.pointer == "/properties/from/format")
  }
}
