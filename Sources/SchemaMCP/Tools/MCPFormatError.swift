/// A value does not follow the Model Context Protocol.
public struct MCPFormatError: Error, CustomStringConvertible {
  /// The name of the tool, if the error is about a tool.
  public let tool: String?

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence.
  public let remedy: String

  init(tool: String?, problem: String, remedy: String) {
    self.tool = tool
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem and its remedy.
  public var description: String {
    "\(tool.map { "The tool \"\($0)\": " } ?? "")\(problem) \(remedy)"
  }
}
