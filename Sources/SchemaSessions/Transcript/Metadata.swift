package import SchemaModel

/// Values that a provider or a caller keeps with an entry, by name.
package typealias Metadata = [String: GeneratedContent]
