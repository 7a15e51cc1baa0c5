public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Transcript {
  /// An answer of a model.
  public struct Response: Sendable, Identifiable, Equatable {
    /// The name under which metadata holds the identifiers of assets.
    static let assetsKey = "assetIDs"

    /// The identifier of the entry.
    public var id: String

    /// The answer.
    public var segments: [Segment]

    /// Values of the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// The identifiers of the assets that generated the answer.
    public var assetIDs: [String] {
      get { (try? metadata[Response.assetsKey]?.value([String].self)) ?? [] }
      set { metadata[Response.assetsKey] = newValue.generatedContent }
    }

    /// The text of the answer, with values as JSON.
    ///
    /// The texts of all segments are joined without a separator, since they are the pieces of one
    /// answer. Attachments have no text.
    package var text: String { segments.compactMap(\.text).joined() }

    /// The identifier of a session's segment, which is the same in all snapshots of the answer.
    static func segmentID(_ index: Int, of id: String) -> String { "\(id)-\(index)" }

    /// Creates an answer.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment]
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
    }

    /// Creates an answer, as in FoundationModels 26.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.init(id: id, metadata: [Response.assetsKey: assetIDs], segments: segments)
    }
  }

  /// The reasoning of a model before its answer.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    /// The reasoning, or a summary of it.
    public var segments: [Segment]

    /// The signature of the reasoning, which later requests return unchanged to the provider.
    public var signature: Data?

    /// Values of the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// Creates an entry.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment],
      signature: Data? = nil
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.signature = signature
    }
  }
}
