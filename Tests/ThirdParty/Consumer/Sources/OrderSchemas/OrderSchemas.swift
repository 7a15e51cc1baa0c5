import Orders
import SchemaModel
import SchemaSnapshots

@main
struct OrderSchemas: SchemaSnapshotList {
  static var types: [any Generable.Type] { [Order.self, Order.Address.self] }
}
