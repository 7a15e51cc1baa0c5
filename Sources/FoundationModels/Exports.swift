// The framework's name for everything, so that code for Apple's systems needs no other import.
//
// On Apple's systems nothing depends on this module: there, `import FoundationModels` is the
// framework.
@_exported public import SchemaKit
@_exported public import SchemaProviders
