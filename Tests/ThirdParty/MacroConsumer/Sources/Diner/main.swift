import Kiosk
import Menu
import SchemaKit

let json =
  #"{"name":"Soup","price":4.5,"main_ingredients":[{"id":"water","grams":500}],"#
  + #""kind":"sweet","serving":{"type":"several","value":{"type":"plate"},"#
  + #""value1":{"type":"glass","size":0.2}},"code":8}"#
print(try readsAnywhere(json))
for type: any Generable.Type in [Dish.self, Page<Ingredient>.self] {
  let schema = try SchemaEncoder().encode(type)
  print(schema.root.title ?? "", schema.root.properties.map { $0.name })
  print(schema.root.definitions.map { $0.name })
}

let page = try Page<Ingredient>(
  GeneratedContent(json: #"{"items":[{"id":"salt","grams":1}]}"#))
print(page.items, page.next as Any)
for item in page.asPartiallyGenerated().items ?? [] { print(item.id ?? "", item.grams ?? 0) }

// Partials of another module are made by hand, and sent to other tasks.
send(Dish.PartiallyGenerated(name: "Soup", ingredients: [.init(id: "water", grams: 500)]))
send(Serving.PartiallyGenerated.glass(size: 0.2, straw: nil))
send(Ticket.PartiallyGenerated(number: 1, lines: [.gap]))

let ticket = try Ticket(
  GeneratedContent(json: #"{"number":1,"lines":[{"type":"text","value":"a"},{"type":"gap"}]}"#))
print(ticket.lines == [.text("a"), .gap], ticket.generatedContent.jsonString(.compact))
print(try Board(GeneratedContent(json: #"{"lines":["a"]}"#)).lines)

do {
  _ = try Dish(GeneratedContent(json: #"{"name":"So"#))
} catch {
  print(error)
}
