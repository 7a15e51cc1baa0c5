// Writes the two lists of properties of `WideRecord`, one for SchemaKit and one for the plan's way.
//
//     swift Scripts/generate-wide-record.swift schemakit \
//       > Sources/Fixtures/WideRecord+Properties.swift
//     swift Scripts/generate-wide-record.swift plan \
//       > Sources/Fixtures/WideRecord+PlanProperties.swift

let subjects = [
  "order", "customer", "product", "shipment", "invoice", "payment", "account", "supplier",
  "warehouse", "contract", "ticket", "device", "building", "vehicle", "project", "employee",
  "course", "patient", "recipe", "festival",
]

let aspects: [(name: String, type: String, guides: String)] = [
  ("Name", "String", ""),
  ("Count", "Int", ".range(0...1_000)"),
  ("Rate", "Double", ".range(0...1)"),
  ("Active", "Bool", ""),
  ("Tags", "[String]", ".count(0...8)"),
  ("Status", "String", #".anyOf(["open", "held", "done"])"#),
  ("Year", "Int", ""),
  ("Weight", "Double", ""),
  ("Verified", "Bool", ""),
  ("Notes", "[String]", ""),
]

let forPlan = CommandLine.arguments.dropFirst().first == "plan"
let schema = forPlan ? "JSONSchema" : "GenerationSchema"
let member = forPlan ? "jsonSchema" : "generationSchema"

print("// Written by Scripts/generate-wide-record.swift.")
print()
print(forPlan ? "package import PlanEncoding" : "package import SchemaModel")
print()
print("extension WideRecord {")
print("  package static var \(member): \(schema) {")
print("    typealias Field = \(schema).Property")
print("    let fields: [Field] = [")
for subject in subjects {
  for (name, type, guides) in aspects {
    let description = "The \(subject)'s \(name.lowercased())"
    let first = "name: \"\(subject)\(name)\", description: \"\(description)\""
    if guides.isEmpty {
      print("      Field(\(first), type: \(type).self),")
    } else {
      print("      Field(")
      print("        \(first), type: \(type).self,")
      print("        guides: [\(guides)]),")
    }
  }
}
print("    ]")
print("    return \(schema)(type: Self.self, description: \"A wide record\", properties: fields)")
print("  }")
print("}")
