import SchemaCommandLine

await runSchemaCommand()
