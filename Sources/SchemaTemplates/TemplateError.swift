/// An error in reading or rendering a template.
public struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The template is not Jinja.
    public static let syntax = Code("syntax")
    /// The template uses a part of Jinja that is not supported.
    public static let unsupported = Code("unsupported")
    /// The template uses a value in a way that the value does not support, such as a property of an
    /// undefined variable.
    public static let value = Code("value")
    /// The template rejects the conversation, by `raise_exception`.
    public static let rejected = Code("rejected")
    /// The template nests too deeply, takes too many steps, or writes too much.
    public static let limitExceeded = Code("limitExceeded")
  }

  /// The kind of the error.
  public let code: Code

  /// The line of the template, from 1; `nil` if it is unknown.
  public internal(set) var line: Int?

  /// The problem, as a sentence.
  public let problem: String

  init(_ code: Code, line: Int? = nil, _ problem: String) {
    self.code = code
    self.line = line
    self.problem = problem
  }

  /// The problem, with the line of the template.
  public var description: String {
    line.map { "Line \($0) of the template: \(problem)" } ?? problem
  }
}
