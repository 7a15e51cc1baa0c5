/// A document with the keywords that real documents use, and its instances.
enum Ticket {
  static let document = #"""
    {
      "title": "Ticket",
      "type": "object",
      "properties": {
        "id": {"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]{1,6}$"},
        "title": {"type": "string", "minLength": 1, "maxLength": 80},
        "created": {"type": "string", "format": "date-time"},
        "priority": {"enum": ["low", "normal", "high", "urgent"]},
        "estimate": {"type": "number", "minimum": 0, "multipleOf": 0.25},
        "reporter": {"$ref": "#/$defs/person"},
        "watchers": {
          "type": "array", "items": {"$ref": "#/$defs/person"}, "maxItems": 20, "uniqueItems": true
        },
        "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 40}},
        "events": {
          "type": "array",
          "items": {"anyOf": [{"$ref": "#/$defs/comment"}, {"$ref": "#/$defs/change"}]}
        },
        "parent": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}
      },
      "required": ["id", "title", "created", "priority", "reporter", "labels", "events"],
      "additionalProperties": false,
      "$defs": {
        "person": {
          "type": "object",
          "properties": {
            "name": {"type": "string", "minLength": 1},
            "email": {"type": "string", "format": "email"},
            "team": {"type": ["string", "null"]}
          },
          "required": ["name", "email"],
          "additionalProperties": false
        },
        "comment": {
          "type": "object",
          "properties": {
            "kind": {"const": "comment"},
            "author": {"$ref": "#/$defs/person"},
            "text": {"type": "string"},
            "votes": {"type": "integer", "minimum": 0, "maximum": 1000}
          },
          "required": ["kind", "author", "text"],
          "additionalProperties": false
        },
        "change": {
          "type": "object",
          "properties": {
            "kind": {"const": "change"},
            "property": {"enum": ["title", "priority", "estimate"]},
            "from": {"type": ["string", "number", "null"]},
            "to": {"type": ["string", "number", "null"]}
          },
          "required": ["kind", "property", "from", "to"],
          "additionalProperties": false
        }
      }
    }
    """#

  /// The compact text of a valid instance.
  static func instance(events count: Int) -> String {
    let events = (0..<count).map { $0.isMultiple(of: 2) ? comment($0) : change($0) }
    return #"""
      {"id":"SK-1207","title":"\#(words(1))","created":"2025-11-30T12:00:00Z","priority":"high",\#
      "estimate":2.75,"reporter":\#(person(0)),"watchers":[\#(person(1)),\#(person(2))],\#
      "labels":{"area":"kitchen","state":"open"},"events":[\#(events.joined(separator: ","))],\#
      "parent":null}
      """#
  }

  private static func comment(_ number: Int) -> String {
    let author = person(number), text = words(number)
    return #"{"kind":"comment","author":\#(author),"text":"\#(text)","votes":\#(number)}"#
  }

  private static func change(_ number: Int) -> String {
    #"{"kind":"change","property":"estimate","from":null,"to":\#(Double(number) / 4)}"#
  }

  private static func person(_ number: Int) -> String {
    #"{"name":"Person \#(number)","email":"person\#(number)@example.com","team":"cooks"}"#
  }

  private static func words(_ number: Int) -> String {
    "The pan number \(number) does not fit the lid — it is \\\"too wide\\\"."
  }
}
