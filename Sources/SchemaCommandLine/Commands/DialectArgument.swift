#if CommandLine
import ArgumentParser
import SchemaKit

/// The argument that names a dialect.
enum DialectArgument {
  /// The help text.
  static func help(_ start: String) -> ArgumentHelp {
    let names = DialectRegistry.standard.names.joined(separator: ", ")
    return ArgumentHelp("\(start): \(names).", valueName: "name")
  }

  /// The dialect of a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The dialect.
  /// - Throws: ``CommandError`` if there is none.
  static func dialect(named name: String) throws(CommandError) -> any SchemaDialect {
    let registry = DialectRegistry.standard
    guard let dialect = registry.dialect(named: name) else {
      throw .unknownDialect(name, known: registry.names)
    }
    return dialect
  }

  /// The dialect of a name, or all of them.
  ///
  /// - Parameter name: The name, or `all`.
  /// - Returns: The dialects, in the order in which they are listed.
  /// - Throws: ``CommandError`` if there is none.
  static func dialects(named name: String) throws(CommandError) -> [any SchemaDialect] {
    guard name == "all" else { return [try dialect(named: name)] }
    return DialectRegistry.standard.names.compactMap(DialectRegistry.standard.dialect(named:))
  }
}
#endif
