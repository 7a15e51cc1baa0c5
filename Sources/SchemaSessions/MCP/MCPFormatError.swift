/// Something is not in the form of the Model Context Protocol.
public struct MCPFormatError: Error, CustomStringConvertible {
  /// The name of the tool, if the error is about one.
  public let tool: String?

  /// What is wrong, as a sentence.
  public let problem: String

  /// What to do about it, as a sentence.
  public let remedy: String

  package init(tool: String?, problem: String, remedy: String) {
    self.tool = tool
    self.problem = problem
    self.remedy = remedy
  }

  /// What is wrong, and what to do about it.
  public var description: String {
    "\(tool.map { "The tool \"\($0)\": " } ?? "")\(problem) \(remedy)"
  }
}
