extension GenerationSchema {
  /// The error of schemas, under its name in FoundationModels.
  public typealias SchemaError = SchemaModel.SchemaError
}
