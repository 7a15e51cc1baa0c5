#if CommandLine
import ArgumentParser
#endif

/// Runs the command with the arguments of the process, and ends the process if it fails.
package func runSchemaCommand() {
  SchemaCommand.main()
}
