public import SchemaModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A list of the types whose schemas a package stores.
///
/// It is the program of an executable target.
///
///     @main
///     struct Schemas: SchemaSnapshotList {
///       static var types: [any Generable.Type] { [Recipe.self, Order.self] }
///     }
///
/// `swift package schema-snapshot` builds and runs the program. The program stores the schemas, and
/// fails if a stored schema changes incompatibly.
public protocol SchemaSnapshotList {
  /// The types, in the order in which they are reported.
  ///
  /// A schema is stored under the name of its type without the module, such as `Order.Status`.
  static var types: [any Generable.Type] { get }
}

extension SchemaSnapshotList {
  /// Stores or checks the schemas according to the arguments of the process, and ends the process.
  ///
  /// The exit status is 0 if each schema is stored in its current form. It is 1 if a schema changes
  /// incompatibly or, with `--check`, if a schema is not stored in its current form. It is 2 if the
  /// arguments, a type or a file is invalid. With `--names`, the program prints the names of the
  /// schemas.
  public static func main() {
    let status: Int32
    do {
      let options = try SnapshotArguments(Array(CommandLine.arguments.dropFirst()))
      let run = SnapshotRun(types: types, options: options)
      if options.isListing {
        for name in try run.names { print(name) }
        status = 0
      } else {
        let results = try run.perform()
        for line in results.flatMap(\.lines) { print(line) }
        status = results.contains(where: \.isFailure) ? 1 : 0
      }
    } catch {
      print("error: \(error)")
      status = 2
    }
    exit(status)
  }
}
