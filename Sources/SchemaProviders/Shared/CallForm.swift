import SchemaModel
import SchemaSessions

/// The properties of a call in an interface.
///
/// A server may add properties that sessions do not know, such as the signature of a model behind a
/// gateway. The metadata of a call keeps them, and later requests to the same provider have them
/// again.
struct CallForm {
  static let chat = CallForm(
    ["index", "id", "type"], inner: "function", ["index", "name", "arguments"])
  static let responses = CallForm([
    "id", "type", "status", "call_id", "name", "arguments", "input",
  ])
  static let anthropic = CallForm(["type", "id", "name", "input", "caller", "cache_control"])
  static let gemini = CallForm(
    ["thought", "thoughtSignature"], inner: "functionCall",
    ["id", "name", "args", "partialArgs", "willContinue"])

  /// The key in the metadata of a call for the further properties.
  private static let key = "properties"

  /// The largest number of further properties of an object.
  private static let maximumCount = 64

  private let known: Set<String>
  /// The name of the object in a call with the name and the arguments, if there is one.
  private let inner: String?
  private let knownInner: Set<String>

  private init(_ known: Set<String>, inner: String? = nil, _ knownInner: Set<String> = []) {
    self.known = known
    self.inner = inner
    self.knownInner = knownInner
  }

  /// Adds the further properties of a call, or of a piece of it, to those of earlier pieces.
  func addProperties(of call: GeneratedContent, to properties: inout GeneratedContent?) {
    guard call.shape == .object else { return }
    for (name, value) in call.properties where value.shape != .null && !known.contains(name) {
      guard name == inner else {
        Self.set(name, to: value, in: &properties)
        continue
      }
      guard value.shape == .object else { continue }
      var nested = properties?.property(named: name)
      for (name, value) in value.properties
      where value.shape != .null && !knownInner.contains(name) {
        Self.set(name, to: value, in: &nested)
      }
      if let nested { Self.set(name, to: nested, in: &properties) }
    }
  }

  private static func set(
    _ name: String, to value: GeneratedContent, in object: inout GeneratedContent?
  ) {
    let content = object ?? .object([:])
    guard content.childCount < maximumCount || content.property(named: name) != nil else { return }
    object = content.setting(name, to: value)
  }

  /// Returns the further properties of a call as metadata; empty if there are none.
  func metadata(of call: GeneratedContent, provider: String) -> Metadata {
    var properties: GeneratedContent?
    addProperties(of: call, to: &properties)
    return Self.metadata(properties, provider: provider)
  }

  static func metadata(_ properties: GeneratedContent?, provider: String) -> Metadata {
    guard let properties else { return [:] }
    return [key: properties, ProviderReasoning.providerKey: provider.generatedContent]
  }

  /// Returns a call of a request with the further properties that the provider sent with it.
  func adding(
    _ metadata: Metadata, of provider: String, to call: GeneratedContent
  ) -> GeneratedContent {
    guard let properties = metadata[Self.key], properties.shape == .object,
      metadata[ProviderReasoning.providerKey]?.text == provider
    else { return call }
    return properties.properties.reduce(call) { call, property in
      guard property.name == inner, let own = call.property(named: property.name) else {
        return call.setting(property.name, to: property.content)
      }
      let nested = property.content.properties.reduce(own) { $0.setting($1.name, to: $1.content) }
      return call.setting(property.name, to: nested)
    }
  }

  /// Returns the names of the further properties of a call.
  static func names(in metadata: Metadata) -> [String] {
    guard let properties = metadata[key], properties.shape == .object else { return [] }
    return properties.properties.flatMap { name, value in
      [name] + (value.shape == .object ? value.properties.map(\.name) : [])
    }
  }

  /// Removes the further properties of a call.
  static func remove(from metadata: inout Metadata) { metadata[key] = nil }
}
