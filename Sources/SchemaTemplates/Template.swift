/// A template in the subset of Jinja that models use to write conversations.
///
///     let template = try Template(
///       "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}")
///     let runs = try template.render(["messages": .list([message])])
///
/// The rules are the same as in Transformers with the package `jinja2`: a line break after a block
/// is removed, and so are blanks before a block at the beginning of a line. Unlike there, the
/// methods that change a list or a dictionary, such as `append`, are no errors, since some
/// published templates append to lists. A template can use `if`, `for`, also recursive and with
/// `break` and `continue`, `set`, `with`, `macro`, `call`, `filter`, `print`, `generation`, `raw`,
/// expressions, and the filters, tests, functions and methods that <doc:SchemaTemplates> lists.
/// Other filters, tests, methods and arguments are an error, and so are powers with a fraction.
/// There is no inheritance and no import. Nothing is escaped, so `safe` changes nothing, and all
/// results of filters are lists. A block within the template reads a variable until the template
/// sets another value, where jinja2 leaves a variable undefined that the template sets later.
///
/// The steps, the work and the texts of a rendering are limited in proportion to the sizes of the
/// template and of the variables, and the depth of the nesting, and of the calls of macros and
/// recursive loops, is limited. An endless template is an error.
///
/// Text of the values keeps its ``TemplateValue/string(_:source:)`` through every operation. The
/// output therefore distinguishes text of the template from text of a user.
public struct Template: Sendable {
  private let statements: [Statement]

  /// The number of bytes of the text.
  private let length: Int

  /// The largest size of a template in UTF-8, in bytes.
  public static let maximumLength = 1 << 20

  /// Reads a template.
  ///
  /// - Throws: ``TemplateError`` if the text is not Jinja, uses a part that is not supported, nests
  ///   too deeply, or has more than ``maximumLength`` bytes.
  public init(_ text: String) throws(TemplateError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw TemplateError(
        .limitExceeded,
        "The template has \(text.utf8.count) bytes; the limit is \(Self.maximumLength).")
    }
    length = text.utf8.count
    var parser = TemplateParser(try TemplateLexer.tokens(of: text))
    statements = try parser.statements()
  }

  /// Renders the template.
  ///
  /// - Throws: ``TemplateError``.
  public func render(
    _ variables: [String: TemplateValue], clock: TemplateClock = TemplateClock()
  ) throws(TemplateError) -> [TemplateRun] {
    var interpreter = try TemplateInterpreter(variables, clock: clock, length: length)
    return try interpreter.render(statements)
  }
}

/// A piece of the output of a template.
public struct TemplateRun: Sendable, Hashable {
  /// The text.
  public var text: String

  /// The source of the value with the text; `nil` for text of the template.
  public var source: Int?

  /// Creates a run.
  public init(text: String, source: Int?) {
    self.text = text
    self.source = source
  }
}

/// A value that a template can use.
///
/// The source of a value is a number; `nil` stands for the template. A variable with lists and
/// objects that nest more than 100 levels deep is an error when a template is rendered.
public indirect enum TemplateValue: Sendable, Hashable {
  /// No value: `none` in a template.
  case none
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// A number that is too large for the other two, by its digits, with its source.
  ///
  /// A template writes the digits unchanged, and computes with the nearest `Double`.
  case numeral(String, source: Int? = nil)
  /// A text, with its source.
  case string(String, source: Int? = nil)
  /// Values in order.
  case list([TemplateValue])
  /// Values by name, in order; the names have the source.
  case object([Member], source: Int? = nil)

  /// A value with its name.
  public struct Member: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: TemplateValue

    /// Creates a member.
    public init(_ name: String, _ value: TemplateValue) {
      self.name = name
      self.value = value
    }
  }
}

/// A time, for templates that write the date.
public struct TemplateClock: Sendable, Hashable {
  /// The year, the month from 1, and the day of the month from 1.
  public var year, month, day: Int
  /// The hour from 0 to 23, the minute, and the second.
  public var hour, minute, second: Int
  /// The day of the week, from 0 for Sunday.
  public var weekday: Int

  /// Creates a time.
  public init(
    year: Int = 2000, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0,
    second: Int = 0, weekday: Int = 6
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.weekday = weekday
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// Returns the time in a format of C's `strftime`.
  ///
  /// The text that takes the place of a part, such as `%Y`, has the source of that part.
  func text(_ format: MarkedText) throws(TemplateError) -> MarkedText {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func name(_ number: Int, in names: [String]) -> String {
      names.indices.contains(number) ? names[number] : "\(number)"
    }
    var text = MarkedText()
    var index = 0
    while index < format.count {
      let (scalar, source) = (format.scalars[index], format.sources[index])
      index += 1
      guard scalar == "%" else {
        text.append(scalar, source: source)
        continue
      }
      let letter = index < format.count ? format.scalars[index] : nil
      index += 1
      let part =
        switch letter {
        case "Y": "\(year)"
        case "y": digits(year % 100)
        case "m": digits(month)
        case "d": digits(day)
        case "B": name(month - 1, in: Self.months)
        case "b": String(name(month - 1, in: Self.months).prefix(3))
        case "A": name(weekday, in: Self.weekdays)
        case "a": String(name(weekday, in: Self.weekdays).prefix(3))
        case "H": digits(hour)
        case "M": digits(minute)
        case "S": digits(second)
        case "%": "%"
        default:
          throw TemplateError(
            .unsupported,
            "The format %\(letter.map { String($0) } ?? "") of a date is not supported.")
        }
      text += MarkedText(part, source: source)
    }
    return text
  }
}
