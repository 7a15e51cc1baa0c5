extension GenerationSchema {
  /// What is wrong with a schema, by the name that FoundationModels gives it.
  public typealias SchemaError = SchemaModel.SchemaError
}
