/// The values of the Model Context Protocol: tools, and the calls and results of tools.
///
/// They have a namespace since other packages have types of the same names.
public enum ModelContextProtocol {}
