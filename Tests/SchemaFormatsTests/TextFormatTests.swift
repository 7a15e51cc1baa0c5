import SchemaFormats
import SchemaTestSupport
import Testing

struct TextFormatTests {
  @Test(arguments: [
    TextFormat.hostname, .internationalizedHostname, .email, .internationalizedEmail,
  ])
  func `a host's name whose code is too large a number is invalid and does not trap`(
    format: TextFormat
  ) {
    let isEmail = format == .email || format == .internationalizedEmail
    #expect(!format.accepts((isEmail ? "a@" : "") + "xn--k0902716a"))
  }

  @Test(arguments: [
    ("a@[IPv6:::1]", true), ("a@[ipV6:2001:db8::1]", true), ("a@[127.0.0.1]", true),
    ("a@[IPv6\u{1A}::1]", false), ("a@[IPv\u{16}:::1]", false), ("a@[::1]", false),
  ])
  func `an address between brackets has its tag in letters`(text: String, isValid: Bool) {
    #expect(TextFormat.email.accepts(text) == isValid)
  }

  @Test(arguments: [
    ("1:2:3:4:5:6:7:8", true), ("1:2:3:4:5:6:1.2.3.4", true), ("::", true), ("1::8", true),
    ("1:2:3:4:5:6:7:8:9", false), ("1:2:3:4:5:6:7:1.2.3.4", false), ("1:2:3:4:5:6:7", false),
    ("1::2::3", false), ("1:2:3:4:5:6:7::8", false), ("::1:2:3:4:5:6:7", true), ("1:", false),
  ])
  func `IPv6 addresses have eight groups`(text: String, isValid: Bool) {
    #expect(TextFormat.ipv6.accepts(text) == isValid)
  }

  @Test(arguments: TextFormat.allCases)
  func `a format has valid patterns, or is known to have none`(format: TextFormat) {
    #expect(format.patterns.isEmpty == !format.hasPatterns)
  }

  @Test(arguments: [
    ("P1W", true), ("P1Y2M3DT4H5M6S", true), ("PT1M", true), ("P1D ", false), ("P1W2D", false),
    ("P1D2W", false), ("P1Y3D", false), ("P1DT", false), ("PT1H ", false), ("P", false),
  ])
  func `a duration has consecutive units, or weeks alone, and no further text`(
    text: String, isValid: Bool
  ) {
    #expect(TextFormat.duration.accepts(text) == isValid)
  }

  @Test(
    arguments: TextFormat.allCases,
    ["1:", "\u{30FB}", "ü", "a.", "/a", "{a}", "1", "\u{661}"])
  func `a long text takes linear time in every format`(format: TextFormat, part: String) {
    let text = String(repeating: part, count: tried(of: 40_000))
    let unlimited: Set<TextFormat> = [
      .jsonPointer, .relativeJSONPointer, .uriReference, .iriReference, .uriTemplate, .regex,
    ]
    #expect(!format.accepts(text) || unlimited.contains(format))
  }
}
