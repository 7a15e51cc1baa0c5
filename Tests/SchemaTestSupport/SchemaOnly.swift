package import SchemaEncoding

/// A type for tests that need only its schema.
package protocol SchemaOnly: Generable {}

extension SchemaOnly {
  package init(_ content: GeneratedContent) throws { throw NeverRead() }

  package var generatedContent: GeneratedContent { GeneratedContent(kind: .null) }
}

/// Thrown where a value is read of a type that has none.
package struct NeverRead: Error {}

/// A property of an object: the name is long, and tests need it often.
package typealias Property = GenerationSchema.Property
