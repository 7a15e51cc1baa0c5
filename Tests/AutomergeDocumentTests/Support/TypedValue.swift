import AutomergeDocument
import Foundation

/// The content of a document in one comparable value, with types and conflicts.
indirect enum TypedValue: Equatable {
  case map([Entry])
  case list([TypedValue])
  case text([UInt8])
  case conflict([TypedValue])
  case scalar(ScalarValue)

  struct Entry: Equatable {
    let key: [UInt8]
    let value: TypedValue
  }

  /// The content of a document at present, or at some heads.
  init(_ document: Document, _ object: ObjId = .ROOT, heads: Set<ChangeHash>? = nil) throws {
    switch try document.objectType(obj: object) {
    case .Map:
      let keys =
        heads.map { document.keysAt(obj: object, heads: $0) } ?? document.keys(obj: object)
      self = .map(
        try keys.map { key in
          let values =
            try heads.map {
              try document.getAllAt(obj: object, key: key, heads: $0)
            } ?? document.getAll(obj: object, key: key)
          return Entry(key: Array(key.utf8), value: try Self(document, values, heads: heads))
        })
    case .List:
      let length =
        heads.map { document.lengthAt(obj: object, heads: $0) } ?? document.length(obj: object)
      self = .list(
        try (0..<length).map { index in
          let values =
            try heads.map {
              try document.getAllAt(obj: object, index: index, heads: $0)
            } ?? document.getAll(obj: object, index: index)
          return try Self(document, values, heads: heads)
        })
    case .Text:
      let text =
        try heads.map { try document.textAt(obj: object, heads: $0) }
        ?? document.text(obj: object)
      self = .text(Array(text.utf8))
    }
  }

  private init(_ document: Document, _ values: [Value], heads: Set<ChangeHash>?) throws {
    let typed = try values.map { value -> TypedValue in
      switch value {
      case .Scalar(let scalar): .scalar(scalar)
      case .Object(let object, _): try TypedValue(document, object, heads: heads)
      }
    }
    self = typed.count == 1 ? typed[0] : .conflict(typed)
  }

  /// What the index of the fixtures states.
  init(_ json: ExactJSON) throws {
    guard case .object(let members) = json, let member = members.first else {
      throw ExactJSON.Fault(offset: 0)
    }
    let value = member.value
    let text = value.text ?? ""
    switch String(decoding: member.key, as: UTF8.self) {
    case "map":
      guard case .object(let members) = value else { throw ExactJSON.Fault(offset: 1) }
      self = .map(
        try members.map { Entry(key: $0.key, value: try TypedValue($0.value)) }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) })
    case "list": self = .list(try value.elements.map { try TypedValue($0) })
    case "conflict": self = .conflict(try value.elements.map { try TypedValue($0) })
    case "text": self = .text(Array(text.utf8))
    case "str": self = .scalar(.String(text))
    case "int": self = .scalar(.Int(try unwrap(Int64(text))))
    case "uint": self = .scalar(.Uint(try unwrap(UInt64(text))))
    case "counter": self = .scalar(.Counter(try unwrap(Int64(text))))
    case "timestamp":
      self = .scalar(
        .Timestamp(Date(timeIntervalSince1970: Double(try unwrap(Int64(text))) / 1000)))
    case "f64":
      guard case .number(let digits) = value else { throw ExactJSON.Fault(offset: 2) }
      self = .scalar(.F64(try unwrap(Double(digits))))
    case "bool": self = .scalar(.Boolean(value.isTrue))
    case "null": self = .scalar(.Null)
    case "bytes": self = .scalar(.Bytes(Data(hexadecimal: text)))
    case "unknown":
      let code = UInt8(try unwrap(value.elements[0].integer))
      let bytes = Data(hexadecimal: value.elements[1].text ?? "")
      self = .scalar(.Unknown(typeCode: code, data: bytes))
    default: throw ExactJSON.Fault(offset: 3)
    }
  }
}

extension Data {
  /// The bytes that hexadecimal digits stand for.
  init(hexadecimal digits: String) {
    let digits = Array(digits.utf8)
    self = Data(
      stride(from: 1, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0 - 1...$0], as: UTF8.self), radix: 16)
      })
  }
}

/// The value of an optional that has to have one.
func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw ExactJSON.Fault(offset: 4) }
  return value
}
