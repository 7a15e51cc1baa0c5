/// The exit statuses of the command.
///
/// A command that ends with ``failure`` throws it after it has written its report.
enum ExitStatus: Int32, Error {
  /// The command is done, or the answer is yes: the value is valid, the schema accepted, the change
  /// compatible.
  case success = 0

  /// The answer is no, or not certainly yes.
  case failure = 1

  /// There is no answer: arguments are invalid, a file cannot be read, a document is not a schema.
  case trouble = 2

  /// The list for the help of the command.
  static let help = """
    The exit status is 0 if all is well; 1 if the answer is no, as for an invalid value, a \
    rejected schema or a breaking change; and 2 if there is no answer, because of the arguments, \
    or a file or a schema that cannot be used.
    """
}
