import SchemaPatterns

/// Formats of strings as patterns.
///
/// A text that matches all patterns of a format has it. Some rare texts with the format are left
/// out: leap seconds, quoted local parts of addresses, names of hosts with Punycode, and long ones
/// (a label of 32 characters or more counts twice, and seven labels are the most), and a few forms
/// that models have no reason to write.
enum FormatPatterns {
  /// The formats that have patterns.
  static let names: Set = [
    "date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri",
    "uri-reference", "json-pointer", "relative-json-pointer",
  ]

  /// The patterns of a format, all of which a text has to match; `nil` if there are none.
  static func patterns(for format: String) -> [SchemaPattern]? {
    guard let body = body(of: format) else { return nil }
    let lengths =
      switch format {
      case "email": ["[^@]{1,64}@\(blocks)"]
      case "hostname": [blocks]
      default: [] as [String]
      }
    return try? ([body] + lengths).map { try SchemaPattern(ecma: "^(?:\($0))$") }
  }

  private static func body(of format: String) -> String? {
    switch format {
    case "date": date
    case "time": time
    case "date-time": "\(date)[Tt]\(time)"
    case "duration": duration
    case "email": "[\(atom)]+(?:\\.[\(atom)]+)*@\(hostname)"
    case "hostname": hostname
    case "ipv4": ipv4
    case "ipv6": ipv6
    case "uuid": "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    case "uri": "\(scheme):\(hierarchy)(?:\\?\(query))?(?:#\(query))?"
    case "uri-reference":
      "(?:\(scheme):\(hierarchy)|\(relative))(?:\\?\(query))?(?:#\(query))?"
    case "json-pointer": "(?:/(?:[^/~]|~[01])*)*"
    case "relative-json-pointer": "(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^/~]|~[01])*)*)"
    default: nil
    }
  }

  // MARK: Times

  private static let date = "(?:\(ordinaryDate)|\(leapDay))"
  private static let ordinaryDate =
    "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
  /// Years that four divides, but of those that a hundred divides only each fourth.
  private static let leapDay =
    "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"
  private static let hour = "(?:[01][0-9]|2[0-3])"
  private static let time =
    "\(hour):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[-+]\(hour):[0-5][0-9])"
  private static let timeOfDuration =
    "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
  private static let duration =
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
  private static let hostname = "\(label)(?:\\.\(label))*"

  /// At most 223 characters, of the 253 that the name of a host may have: six blocks and the rest.
  ///
  /// A label takes one block, or two. To count characters would take 36 times as many states.
  private static let blocks = "(?:[^.]{32}|[^.]{0,31}\\.){0,6}[^.]{0,31}"
  private static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let ipv4 = "\(octet)(?:\\.\(octet)){3}"
  private static let group = "[0-9A-Fa-f]{1,4}"
  private static let ipv6: String = {
    let last = "(?:\(group):\(group)|\(ipv4))"
    var forms = ["(?:\(group):){6}\(last)"]
    for left in 0...5 {
      // At most `left` groups in front of the gap, and the rest behind it.
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
}
