/// A draft of JSON Schema, which defines the meaning of keywords.
public enum SchemaDraft: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Draft 4, of 2013.
  case draft4 = "draft-04"
  /// Draft 6, of 2017.
  case draft6 = "draft-06"
  /// Draft 7, of 2018.
  case draft7 = "draft-07"
  /// Draft 2019-09.
  case draft2019 = "2019-09"
  /// Draft 2020-12.
  case draft2020 = "2020-12"

  /// Creates the draft that the value of `$schema` names.
  ///
  /// - Parameter uri: The value of `$schema`. The result is `nil` for other meta-schemas, and for
  ///   drafts before 4.
  public init?(uri: String) {
    let prefixes = ["http://json-schema.org/", "https://json-schema.org/"]
    guard let prefix = prefixes.first(where: { uri.utf8.starts(with: $0.utf8) }) else { return nil }
    var name = Substring(uri.utf8.dropFirst(prefix.utf8.count))
    while name.last == "#" { name.removeLast() }
    while name.last == "/" { name.removeLast() }
    switch name {
    case "draft-04/schema", "draft-04/hyper-schema": self = .draft4
    case "draft-06/schema", "draft-06/hyper-schema": self = .draft6
    case "draft-07/schema", "draft-07/hyper-schema": self = .draft7
    case "draft/2019-09/schema", "draft/2019-09/hyper-schema": self = .draft2019
    case "draft/2020-12/schema", "draft/2020-12/hyper-schema", "schema": self = .draft2020
    default: return nil
    }
  }

  /// The value of `$schema` that names this draft.
  public var uri: String {
    switch self {
    case .draft4: "http://json-schema.org/draft-04/schema#"
    case .draft6: "http://json-schema.org/draft-06/schema#"
    case .draft7: "http://json-schema.org/draft-07/schema#"
    case .draft2019: "https://json-schema.org/draft/2019-09/schema"
    case .draft2020: "https://json-schema.org/draft/2020-12/schema"
    }
  }

  private var rank: Int {
    switch self {
    case .draft4: 4
    case .draft6: 6
    case .draft7: 7
    case .draft2019: 8
    case .draft2020: 9
    }
  }

  /// Indicates whether one draft is older than another.
  public static func < (first: SchemaDraft, second: SchemaDraft) -> Bool {
    first.rank < second.rank
  }

  /// Indicates whether keywords next to `$ref` are ignored.
  var ignoresSiblingsOfReference: Bool { self < .draft2019 }
}
