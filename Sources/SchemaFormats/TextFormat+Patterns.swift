package import SchemaPatterns

extension TextFormat {
  /// Patterns for token masks, which need automata; empty for a format without patterns.
  ///
  /// A text that matches all patterns has the format. Some rare texts of the format do not match:
  /// leap seconds, quoted local parts of email addresses, names of hosts with Punycode, long names
  /// of hosts, and a few forms that models have no reason to write. A name of a host may have at
  /// most seven labels, and a label of 32 characters or more counts twice.
  package var patterns: [SchemaPattern] {
    // The expressions are constants, and a test checks that each of them is a pattern.
    (try? expressions.map { try SchemaPattern(ecma: "^(?:\($0))$") }) ?? []
  }

  /// Indicates whether the format has ``patterns``.
  package var hasPatterns: Bool { !expressions.isEmpty }

  private var expressions: [String] {
    switch self {
    case .date: [Expression.date]
    case .time: [Expression.time]
    case .dateTime: ["\(Expression.date)[Tt]\(Expression.time)"]
    case .duration: [Expression.duration]
    case .email: [Expression.email, "[^@]{1,64}@\(Expression.blocks)"]
    case .hostname: [Expression.hostname, Expression.blocks]
    case .ipv4: [Expression.ipv4]
    case .ipv6: [Expression.ipv6]
    case .uuid: ["[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"]
    case .uri: [Expression.uri]
    case .uriReference: [Expression.uriReference]
    case .jsonPointer: [Expression.pointer]
    case .relativeJSONPointer: ["(?:0|[1-9][0-9]*)(?:#|\(Expression.pointer))"]
    case .internationalizedEmail, .internationalizedHostname, .iri, .iriReference, .uriTemplate,
      .regex:
      []
    }
  }
}

/// Regular expressions of formats, without anchors.
private enum Expression {
  // MARK: Times

  static let date = "(?:\(ordinaryDate)|\(leapDay))"
  private static let ordinaryDate =
    "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
  /// February 29 of leap years.
  ///
  /// A year that is divisible by 100 is a leap year only if it is divisible by 400.
  private static let leapDay =
    "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"
  private static let hour = "(?:[01][0-9]|2[0-3])"
  static let time =
    "\(hour):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[-+]\(hour):[0-5][0-9])"
  private static let timeOfDuration =
    "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
  static let duration =
    "P(?:[0-9]+W|(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
    + "(?:\(timeOfDuration))?|\(timeOfDuration))"

  // MARK: Networks

  private static let atom = "-A-Za-z0-9!#$%&'*+/=?^_`{|}~"

  /// At most 63 letters, digits and hyphens, with no hyphen at either end.
  ///
  /// A label with hyphens in the third and fourth places is Punycode or reserved (RFC 5890 section
  /// 2.3.1).
  private static let label: String = {
    let (inner, outer) = ("[-A-Za-z0-9]", "[A-Za-z0-9]")
    return "\(outer)(?:\(inner){0,2}\(outer)"
      + "|\(inner)(?:\(outer)\(inner)|-\(outer))\(inner){0,58}\(outer))?"
  }()
  static let email = "[\(atom)]+(?:\\.[\(atom)]+)*@\(hostname)"
  static let hostname = "\(label)(?:\\.\(label))*"

  /// At most 223 of the 253 characters that the name of a host may have: six blocks and a
  /// remainder.
  ///
  /// A label takes one or two blocks. Counting characters would take 36 times as many states.
  static let blocks = "(?:[^.]{32}|[^.]{0,31}\\.){0,6}[^.]{0,31}"
  private static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  static let ipv4 = "\(octet)(?:\\.\(octet)){3}"
  private static let group = "[0-9A-Fa-f]{1,4}"
  static let ipv6: String = {
    let last = "(?:\(group):\(group)|\(ipv4))"
    var forms = ["(?:\(group):){6}\(last)"]
    for left in 0...5 {
      // At most `left` groups are before the gap, and the other groups are after it.
      let front = left == 0 ? "" : "(?:\(group)(?::\(group)){0,\(left - 1)})?"
      forms.append("\(front)::(?:\(group):){\(5 - left)}\(last)")
    }
    forms.append("(?:\(group)(?::\(group)){0,5})?::\(group)")
    forms.append("(?:\(group)(?::\(group)){0,6})?::")
    return "(?:\(forms.joined(separator: "|")))"
  }()

  // MARK: URIs

  private static let scheme = "[A-Za-z][-+.A-Za-z0-9]*"
  private static let escaped = "%[0-9A-Fa-f]{2}"
  private static let unreserved = "-A-Za-z0-9._~!$&'()*+,;="
  private static let character = "(?:[\(unreserved):@]|\(escaped))"
  private static let query = "(?:[\(unreserved):@/?]|\(escaped))*"
  private static let path = "(?:/\(character)*)*"
  private static let authority =
    "(?:(?:[\(unreserved):]|\(escaped))*@)?"
    + "(?:\\[(?:\(ipv6)|\(futureAddress))\\]|(?:[\(unreserved)]|\(escaped))*)(?::[0-9]*)?"
  private static let futureAddress = "[vV][0-9A-Fa-f]+\\.[\(unreserved):]+"
  private static let rooted = "/(?:\(character)+\(path))?"
  private static let hierarchy = "(?://\(authority)\(path)|\(rooted)|\(character)+\(path)|)"
  private static let relative =
    "(?://\(authority)\(path)|\(rooted)|(?:[\(unreserved)@]|\(escaped))+\(path)|)"
  static let uri = "\(scheme):\(hierarchy)(?:\\?\(query))?(?:#\(query))?"
  static let uriReference =
    "(?:\(scheme):\(hierarchy)|\(relative))(?:\\?\(query))?(?:#\(query))?"

  // MARK: Pointers

  static let pointer = "(?:/(?:[^/~]|~[01])*)*"
}
