#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of the bytes of an image, a recording or a file.
///
///     let source = MediaSource(data, mediaType: "image/png")
///     let remote = MediaSource(url: imageURL)
///     let uploaded = MediaSource(providerFileID: "file-abc", mediaType: "application/pdf")
///
/// Descriptions and mirrors show neither the bytes nor the query of an address. A query may contain
/// a key.
public struct MediaSource: Sendable, Equatable {
  package enum Location: Sendable, Equatable {
    case data(Data)
    case url(URL)
    case providerFile(String)
  }

  package let location: Location

  /// The media type, such as `image/png`.
  ///
  /// `nil` if the caller gives none, and the name and the bytes do not show it.
  public let mediaType: String?

  /// The name of the file; `nil` if it has none.
  public let fileName: String?

  private init(_ location: Location, _ mediaType: String?, _ fileName: String?) {
    self.location = location
    self.mediaType = mediaType?.lowercased()
    self.fileName = fileName
  }

  /// Creates a source of bytes in memory, whose media type is recognised by the name or the bytes
  /// if it is not given.
  public init(_ data: Data, mediaType: String? = nil, fileName: String? = nil) {
    self.init(
      .data(data), mediaType ?? MediaType.recognise(data) ?? MediaType.named(fileName), fileName)
  }

  /// Creates a source at an address.
  ///
  /// A local file is read when a request is sent. The provider loads any other address. The address
  /// gives the media type and, for a file, the name, if they are not given.
  public init(url: URL, mediaType: String? = nil, fileName: String? = nil) {
    if let (data, type) = MediaSource.contents(ofDataURL: url) {
      self.init(data, mediaType: mediaType ?? type, fileName: fileName)
      return
    }
    let lastPart = url.lastPathComponent
    self.init(
      .url(url), mediaType ?? MediaType.named(lastPart),
      fileName ?? (url.isFileURL && !lastPart.isEmpty ? lastPart : nil))
  }

  /// Creates a source from a file that a provider already has.
  public init(providerFileID: String, mediaType: String? = nil, fileName: String? = nil) {
    self.init(.providerFile(providerFileID), mediaType ?? MediaType.named(fileName), fileName)
  }

  /// The bytes, if the source has them in memory.
  public var data: Data? { if case .data(let data) = location { data } else { nil } }

  /// The address, if the source has one.
  public var url: URL? { if case .url(let url) = location { url } else { nil } }

  /// The provider's identifier of the file, if the source has one.
  public var providerFileID: String? {
    if case .providerFile(let id) = location { id } else { nil }
  }

  /// Returns the bytes and the media type of a `data` URL; `nil` for another or an invalid address.
  private static func contents(ofDataURL url: URL) -> (Data, String?)? {
    guard url.scheme?.lowercased() == "data" else { return nil }
    let text = url.absoluteString.dropFirst("data:".count)
    guard let comma = text.firstIndex(of: ",") else { return nil }
    let parameters = text[..<comma].split(separator: ";", omittingEmptySubsequences: false)
    guard parameters.last?.lowercased() == "base64",
      let data = Data(base64Encoded: String(text[text.index(after: comma)...]))
    else { return nil }
    return (data, parameters.first.flatMap { $0.isEmpty ? nil : String($0) })
  }
}

extension MediaSource: CustomStringConvertible, CustomReflectable {
  /// The media type, and the number or the location of the bytes.
  public var description: String {
    let place =
      switch location {
      case .data(let data): "\(data.count) bytes"
      case .url(let url) where url.scheme?.lowercased() == "data": "an invalid data URL"
      case .url(let url): "\(url.scheme ?? "")://\(url.host ?? "")\(url.path)"
      case .providerFile(let id): "file \(id) of the provider"
      }
    return mediaType.map { "\($0), \(place)" } ?? place
  }

  /// A mirror without bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
