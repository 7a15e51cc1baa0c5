/// SVG markup whose interpolated values are escaped.
///
///     let name = "a<b"
///     let markup: SVGMarkup = #"<text x="\#(12.5)">\#(name)</text>"#
///     print(markup.text)  // <text x="12.5">a&lt;b</text>
///
/// Texts are escaped, and coordinates have one decimal at most; markup is left as it is.
struct SVGMarkup: ExpressibleByStringInterpolation {
  /// The text.
  private(set) var text: String

  init(stringLiteral value: String) {
    text = value
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Adds a line.
  ///
  /// - Parameter line: The line.
  mutating func line(_ line: SVGMarkup) {
    text += line.text
    text += "\n"
  }

  static func += (markup: inout SVGMarkup, addition: SVGMarkup) {
    markup.text += addition.text
  }

  /// Builds markup from literals and interpolations.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ string: String) {
      text += string.markupEscaped
    }

    mutating func appendInterpolation(_ markup: SVGMarkup) {
      text += markup.text
    }

    mutating func appendInterpolation(_ point: LayeredLayout.Point) {
      appendInterpolation(point.x)
      text += " "
      appendInterpolation(point.y)
    }

    mutating func appendInterpolation(_ coordinate: Double) {
      let tenths = Int(exactly: (coordinate * 10).rounded()) ?? 0
      if tenths < 0 { text += "-" }
      let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
      text += tenth == 0 ? "\(whole)" : "\(whole).\(tenth)"
    }
  }
}

extension String {
  /// The text for use within an element or a quoted attribute of XML or HTML.
  ///
  /// Characters that XML 1.0 does not allow become the replacement character.
  var markupEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
