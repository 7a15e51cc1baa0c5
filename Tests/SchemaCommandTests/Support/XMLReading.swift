import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements and texts of an XML document, as a parser that knows nothing of pictures finds
/// them.
final class XMLReading: NSObject, XMLParserDelegate {
  /// The number of occurrences of each element.
  private(set) var elements: [String: Int] = [:]

  /// The texts of `text` elements, in order.
  private(set) var texts: [String] = []

  /// The texts of `title` elements, which are shown where the pointer rests.
  private(set) var tips: [String] = []

  /// The values of `class`, one for each element that has it.
  private(set) var classes: [String] = []

  private var pending = ""

  /// Reads a document, or returns `nil` if it is not well-formed.
  init?(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
    if let value = attributes["class"] { classes.append(value) }
    pending = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    pending += string
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { texts.append(pending) }
    if name == "title" { tips.append(pending) }
  }
}
