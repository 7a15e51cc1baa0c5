import SchemaCommandLine

runSchemaCommand()
