import SchemaCoding
import SchemaModel

extension Transcript: Codable {
  /// Decodes a transcript in the form of FoundationModels, versions 1 and 1.1.
  ///
  /// - Throws: `DecodingError` with the place of an unknown role, segment or version, or of a
  ///   missing member.
  public init(from decoder: any Decoder) throws {
    let file = try TranscriptFile(from: decoder)
    self.init(entries: file.transcript.entries.map(\.entry))
  }

  /// Encodes the transcript in the form of FoundationModels.
  ///
  /// The form has version 1, or version 1.1 if the transcript contains parts that version 1 cannot
  /// state, such as reasoning.
  ///
  /// - Throws: `EncodingError`, or `SchemaError` if the schema of a tool or of an answer has a
  ///   fault.
  public func encode(to encoder: any Encoder) throws {
    let entries = map { TranscriptFile.Entry($0) }
    try TranscriptFile(
      version: needsVersion27 ? .version27 : .version26, transcript: .init(entries: entries)
    ).encode(to: encoder)
  }
}

/// The outermost object of an encoded transcript.
struct TranscriptFile: Codable {
  /// The form of the entries.
  enum Version: Codable {
    case version26
    case version27

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self), number == 1 {
        self = .version26
      } else if let text = try? container.decode(String.self), text == "1.1" {
        self = .version27
      } else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "The version of the transcript is neither 1 nor \"1.1\". "
            + "Encode the transcript with a version of FoundationModels that writes one of them.")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .version26: try container.encode(1)
      case .version27: try container.encode("1.1")
      }
    }
  }

  struct Entries: Codable {
    var entries: [Entry]
  }

  static let typeName = "FoundationModels.Transcript"

  var type = TranscriptFile.typeName
  var version: Version
  var transcript: Entries

  init(version: Version, transcript: Entries) {
    self.version = version
    self.transcript = transcript
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    guard type == TranscriptFile.typeName else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container,
        debugDescription:
          "The type is not \"\(TranscriptFile.typeName)\". This is not a transcript.")
    }
    version = try container.decode(Version.self, forKey: .version)
    transcript = try container.decode(Entries.self, forKey: .transcript)
  }
}

extension Metadata {
  /// The values as an object, in the order of their names.
  ///
  /// Older versions kept values of Swift types as metadata, and wrote them as the same JSON.
  var object: GeneratedContent {
    GeneratedContent(
      properties: sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }
}
