import ContentStorage
import SchemaModel

/// A value of an answer that has been begun, and what has been read of it.
struct AnswerFrame {
  /// The way in which a value is read.
  enum Kind {
    /// As the node of the value says.
    case object, array, tuple, union

    /// In a form that makes a container, and in one whose only part is the value.
    case form, single

    /// An array or an object that stays as it is, and a string that is still arriving.
    case copy, string

    /// A scalar that has to wait for the end of what is around it.
    case scalar

    /// The entries of an object that stand beside its properties.
    case beside

    /// An array of one value or none.
    case list

    /// A value as JSON text.
    case text

    /// Indicates whether the only part of the value, or the value itself, stands for it.
    var makesNoContainer: Bool {
      switch self {
      case .list, .text, .union, .single: true
      case .object, .array, .tuple, .form, .copy, .string, .scalar, .beside: false
      }
    }

    /// Indicates whether the parts of the value are in what is being made around it.
    var isInOuterObject: Bool { self == .beside || makesNoContainer }
  }

  /// The next step in reading a form.
  enum Step {
    /// A part, as a node says.
    ///
    /// Inside a form without a container, the part takes the name of the form's value.
    case part(Int, as: Int, Name = .none)

    /// A part that the answer does not have as such.
    case content(GeneratedContent, Name = .none)

    /// The whole value, of a form that makes no container.
    case becomes(GeneratedContent)

    /// The value, a string, is JSON text, or else perhaps a string.
    case text(as: Int, orString: Bool)

    /// The value stays as it is.
    case unchanged

    /// More of the answer has to arrive.
    case more

    /// There are no more parts.
    case end
  }

  /// The declared name of a value in the one around it.
  enum Name {
    /// It has none: it is the root or an element.
    case none

    /// A property of an object form, by the numbers of both.
    case property(object: Int, index: Int)

    /// The key or string at a place of a text, by its number.
    case key(Int, of: Int)

    /// A key like this that no other part of the object may have.
    case distinctKey(Int, of: Int)
  }

  let kind: Kind

  /// The node that says what is made of the value, of its only part or of its elements; or the
  /// number of a tuple, a form, an object or a union in the plan.
  let node: Int

  /// The place of the value in its text.
  private(set) var place: Int

  /// The number of the text that has the value: the answer, or JSON text in it.
  let text: Int

  let name: Name

  /// The frame that has to end before this value is written; -1 if the value is written at once.
  let holder: Int

  /// The walk over the children of the value.
  var children: ContentPlaces.Children

  /// The number of parts that have been taken; of an object, the index of the next property.
  var position = 0

  /// The number of bytes of a string that have been copied.
  var count = 0

  /// The index in the log of the first key of the object that is made.
  let firstKey: Int

  /// Indicates whether an unnamed property has the declared name of one that has another name in
  /// answers.
  var hasImpostor = false

  /// Indicates whether a part could not be read to its end.
  var isIncomplete = false

  /// The snapshot up to which places are known.
  private var snapshot: Int

  /// The members that have been found of an object that is still arriving.
  private var search: MemberSearch?

  /// The search for the alternative of a union.
  var alternatives: AlternativeSearch?

  init(
    _ kind: Kind, _ node: Int, at place: Int, of text: Int, _ name: Name, holder: Int,
    firstKey: Int, in answer: ContentPlaces, snapshot: Int
  ) {
    self.kind = kind
    self.node = node
    self.place = place
    self.text = text
    self.name = name
    self.holder = holder
    self.firstKey = firstKey
    self.snapshot = snapshot
    children = answer.children(of: place)
  }

  /// Goes on to a later snapshot.
  mutating func goOn(to answer: ContentPlaces, snapshot: Int) {
    guard self.snapshot != snapshot else { return }
    self.snapshot = snapshot
    place = answer.later(place)
    children = answer.later(children, of: place)
  }

  /// The place of a member of an object, if it has arrived.
  ///
  /// Each member of an object that is arriving is looked at once, however often this is asked.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - object: The place of the object.
  ///   - answer: What has arrived of the answer.
  ///   - names: The names of all members that are asked for, of which this is one.
  /// - Returns: The place, or `nil`.
  mutating func member(
    _ name: String, of object: Int, in answer: ContentPlaces,
    among names: @autoclosure () -> [String]
  ) -> Int? {
    guard answer.isOpen(at: object) else { return answer.value(named: name, of: object) }
    if search?.object != object { search = MemberSearch(names(), of: object, in: answer) }
    return search?.place(of: name, in: answer)
  }
}

/// A search for members of an object that is arriving.
///
/// It is a class so that frames, of which few have one, are small.
private final class MemberSearch {
  let object: Int
  private let names: [String]
  private var places: [Int?]
  private var children: ContentPlaces.Children

  init(_ names: [String], of object: Int, in answer: ContentPlaces) {
    self.object = object
    self.names = names
    places = names.map { _ in nil }
    children = answer.children(of: object)
  }

  func place(of name: String, in answer: ContentPlaces) -> Int? {
    children = answer.later(children, of: object)
    while let key = answer.nextKey(&children), let value = answer.next(&children) {
      guard let index = names.firstIndex(where: { answer.isKey(key, $0) }), places[index] == nil
      else { continue }
      places[index] = value
    }
    return names.firstIndex(of: name).flatMap { places[$0] }.map(answer.later)
  }
}

/// Members of an object that follow each other and stay as they are.
struct MemberRun {
  private var start = 0
  private var last = 0
  private var count = 0

  mutating func add(_ key: Int, _ value: Int) {
    if count == 0 { start = key }
    last = value
    count += 1
  }

  /// Adds the members to content.
  mutating func end(in builder: inout ContentBuilder, _ answer: ContentPlaces) {
    if count > 0 { builder.append(answer, from: start, through: last, count: count) }
    count = 0
  }
}

extension ContentBuilder {
  /// A builder with room for the content of an answer.
  init(forContentOf answer: GeneratedContent, _ places: ContentPlaces) {
    self.init(id: answer.id, words: places.wordCount + 8, textBytes: 6 * places.wordCount)
  }
}

extension [AnswerFrame] {
  /// The path, in the declared content, to a part of the innermost value.
  func path(
    to last: AnswerFrame.Name, in texts: AnswerTexts, _ plan: MappingPlan
  ) -> SchemaPath {
    var steps: [SchemaPath.Component] = []
    for (index, frame) in enumerated() where !frame.kind.makesNoContainer {
      switch index + 1 < count ? self[index + 1].name : last {
      case .property(let object, let index):
        steps.append(.key(plan.objects[object].form.properties[index].name))
      case .key(let place, let text), .distinctKey(let place, let text):
        steps.append(.key(texts[text].text(at: place)))
      case .none where frame.hasElements(in: plan):
        steps.append(.index(Swift.max(0, frame.position - 1)))
      case .none: continue
      }
    }
    return SchemaPath(steps)
  }
}

extension AnswerFrame {
  fileprivate func hasElements(in plan: MappingPlan) -> Bool {
    switch kind {
    case .array, .tuple: return true
    case .form:
      return plan.forms[node].container == .array
    default: return false
    }
  }
}
