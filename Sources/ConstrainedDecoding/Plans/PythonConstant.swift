import SchemaModel

/// The notation of Python for true, false and null, in which some families write arguments.
enum PythonConstant {
  /// The constants in JSON, by their names in Python.
  static let json = ["True": "true", "False": "false", "None": "null"]

  /// Indicates whether a text begins with a constant; no JSON begins like this.
  static func isBegun(by text: String) -> Bool { text.first.map("TFN".contains) ?? false }
}

extension SchemaScalar {
  /// The value in Python's notation, if it is true, false or null.
  var inPython: String {
    switch self {
    case .boolean(let value): value ? "True" : "False"
    case .null: "None"
    case .string, .number: description
    }
  }
}
