import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessions

/// The arguments of a tool that the HTTP header of a call repeats.
///
/// The keyword `x-mcp-header` in the tool's schema marks these arguments.
struct ParameterHeaders: Sendable {
  private static let keyword = "x-mcp-header"
  private static let allowedTypes: Set = ["string", "integer", "boolean"]

  private var fields: [(path: [String], name: String, isInteger: Bool)] = []

  /// Reads the schema of a tool's arguments.
  ///
  /// - Throws: ``MCPError`` for a use of the keyword that the protocol forbids; the tool then
  ///   cannot be used over HTTP.
  init(_ schema: GeneratedContent, tool: String) throws {
    func fault(_ problem: String) -> MCPError {
      MCPError(malformed: "In its schema, '\(Self.keyword)' \(problem).", tool: tool)
    }
    var arguments = MCPArgumentSchema(schema)
    var names: Set<String> = []
    for property in arguments.schemas(with: Self.keyword) {
      guard let path = property.path, !path.isEmpty else {
        throw fault("is on a schema that is not reached through 'properties' alone")
      }
      guard let name = try? String(property.value), name.isHeaderToken else {
        throw fault("is not the name of a header")
      }
      guard Self.allowedTypes.contains(property.type ?? "") else {
        throw fault("is on a property that is not a string, an integer or a boolean")
      }
      guard names.insert(name.lowercased()).inserted else { throw fault("names a header twice") }
      fields.append((path, name, property.type == "integer"))
    }
  }

  /// Returns the arguments with decimal integers where the header repeats them.
  ///
  /// A model may write `5.0` or `5e0` for an integer. The header must have `5`, and a server
  /// compares the header with the body.
  func decimal(_ arguments: GeneratedContent) -> GeneratedContent {
    var arguments = arguments
    for (path, _, isInteger) in fields where isInteger {
      let values = Self.values(at: path, in: arguments)
      guard let value = values.last, let integer = try? Int(value),
        value.numberText != integer.description
      else { continue }
      // Replaces the values from the innermost object to the outermost.
      arguments = zip(path, [arguments] + values.dropLast()).reversed()
        .reduce(integer.generatedContent) { part, step in step.1.setting(step.0, to: part) }
    }
    return arguments
  }

  /// The values of the properties of a path, the outermost first; empty if one is missing.
  private static func values(
    at path: [String], in arguments: GeneratedContent
  ) -> [GeneratedContent] {
    var values: [GeneratedContent] = []
    var object = arguments
    for name in path {
      guard object.shape == .object, let value = object.property(named: name) else { return [] }
      values.append(value)
      object = value
    }
    return values
  }

  /// Returns the fields of a call.
  func fields(for arguments: GeneratedContent) -> [String: String] {
    var headers: [String: String] = [:]
    for (path, name, _) in fields {
      guard let value = Self.values(at: path, in: arguments).last else { continue }
      headers["mcp-param-\(name.lowercased())"] =
        switch value.shape {
        case .string: (try? String(value))?.headerValue
        case .number, .bool: value.jsonString
        default: nil
        }
    }
    return headers
  }
}

extension String {
  /// The text as the value of a header field.
  ///
  /// If the text has characters that a field cannot contain, the value is Base64 between marks.
  var headerValue: String {
    let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) }
    let hasOuterSpace = first == " " || last == " "
    let looksEncoded = hasPrefix("=?base64?") && hasSuffix("?=")
    guard isPlain, !hasOuterSpace, !looksEncoded else {
      return "=?base64?\(Data(utf8).base64EncodedString())?="
    }
    return self
  }

  /// The text that is encoded in this value of a header field; `nil` if the Base64 is invalid.
  var decodedHeaderValue: String? {
    let (start, end) = ("=?base64?", "?=")
    guard hasPrefix(start), hasSuffix(end), utf8.count >= start.utf8.count + end.utf8.count else {
      return self
    }
    let text = String(dropFirst(start.count).dropLast(end.count))
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      return nil
    }
    return String(bytes: data, encoding: .utf8)
  }
}
