#if !CommandLine
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reports that the command was built without the argument parser, and ends the process.
package func runSchemaCommand() async {
  var console = StandardConsole()
  console.report(
    """
    error: This schema command was built without the package trait CommandLine, so it does \
    nothing.
    """,
    "  Build it with the trait: swift build --traits default,CommandLine --product schema")
  exit(ExitStatus.trouble.rawValue)
}
#endif
