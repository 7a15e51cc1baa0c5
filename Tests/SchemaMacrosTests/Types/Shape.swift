#if Macros
import SchemaMacros

@Generable(description: "A figure")
enum Shape: Equatable, Sendable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)
  case segment(Int, Int)
  case label(_ text: String, size: Int?)
  case unit
  indirect case pair(first: Shape, second: Shape)
}
#endif
