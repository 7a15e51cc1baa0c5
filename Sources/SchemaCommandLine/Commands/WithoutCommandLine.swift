#if !CommandLine
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command in a package that was built without the argument parser.
enum SchemaCommand {
  static func main() {
    var console = StandardConsole()
    console.report(
      """
      error: This schema command was built without the package trait CommandLine, so it does nothing.
        Build it with the trait, which is on unless a build turns it off: swift build
      """)
    exit(1)
  }
}
#endif
