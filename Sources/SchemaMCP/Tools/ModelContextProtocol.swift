/// The values of the Model Context Protocol: tools, and the calls and results of tools.
///
/// The namespace avoids conflicts with types of the same names in other packages.
public enum ModelContextProtocol {}
