/// The version of the command, which is that of the package.
enum CommandVersion {
  static let current = "0.1.0"
}
