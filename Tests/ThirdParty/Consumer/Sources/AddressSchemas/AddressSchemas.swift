import Orders
import SchemaModel
import SchemaSnapshots

@main
struct AddressSchemas: SchemaSnapshotList {
  static var types: [any Generable.Type] { [Order.Address.self] }
}
