import SchemaTestSupport
import SchemaText
import Testing

struct SchemaPathTests {
  @Test(arguments: [
    ([], "", "#"), (["a"], "/a", "#/a"), (["a", "b"], "/a/b", "#/a/b"), ([""], "/", "#/"),
    (["a/b"], "/a~1b", "#/a~1b"), (["m~n"], "/m~0n", "#/m~0n"), (["~1"], "/~01", "#/~01"),
    (["\"é😀"], "/\"é😀", "#/%22%C3%A9%F0%9F%98%80"), (["", ""], "//", "#//"),
    (["Page<Item>", "a b"], "/Page<Item>/a b", "#/Page%3CItem%3E/a%20b"),
  ])
  func `E11: a path prints as a JSON Pointer and as a URI fragment`(
    names: [String], pointer: String, fragment: String
  ) {
    #expect(SchemaPath(names).pointer == pointer)
    #expect(SchemaPath(names).description == (names.isEmpty ? "the root" : pointer))
    #expect(SchemaPath(names).fragment == fragment)
  }

  @Test func `a long path is cut in a message, and its pointer is complete`() {
    // One character of any number of scalars.
    let name = "e" + String(repeating: "\u{301}", count: 100_000)
    let path = SchemaPath(["first", name, "last"])
    #expect(path.description.unicodeScalars.count == 1_000)
    #expect(path.description.unicodeScalars.starts(with: "/first/e\u{301}".unicodeScalars))
    #expect(path.description.hasSuffix("/last"))
    #expect(path.pointer == "/first/\(name)/last")
    let limit = SchemaPath([String(repeating: "n", count: 999)])
    #expect(limit.description == limit.pointer)
    #expect(path.description(atMost: 9).unicodeScalars.count == 9)
    #expect(SchemaPath(["a", "b", "c", "d"]).description(atMost: 6) == "/a/…/d")
    #expect(SchemaPath(["a", "b", "c"]).description(atMost: 6) == "/a/b/c")
    #expect(SchemaPath().description(atMost: 6) == "the root")
  }

  @Test func `every path is read from its pointer`() throws {
    var random = SplitMix64(seed: 12)
    let scalars = Array("ab_09é\u{301}漢😀 .-[]\"\\/~\u{0}\n\u{85}".unicodeScalars)
    for _ in 0..<2000 {
      let path = SchemaPath(
        (0..<random.below(5)).map { _ -> SchemaPath.Component in
          if random.oneIn(3) { return .index(random.below(1000)) }
          var name = ""
          for _ in 0..<random.below(6) { name.unicodeScalars.append(random.pick(scalars)) }
          return .key(name)
        })
      #expect(try SchemaPath(pointer: path.pointer) == path, "\(path) with seed 12")
    }
  }

  @Test(arguments: [("a", 0), ("#/a", 0), ("/~", 2), ("/~2", 2), ("/a/~", 4), ("/a~b", 3)])
  func `a text that is not a pointer is an error that names the place`(text: String, offset: Int)
    throws
  {
    let error = try #require(throws: SchemaPath.SyntaxError.self) {
      try SchemaPath(pointer: text)
    }
    #expect(error.text == text)
    #expect(error.offset == offset)
    #expect(error.description.contains("at byte \(offset)"))
  }

  @Test func `tokens are compared by their bytes, whether they are keys or indices`() {
    #expect(SchemaPath.Component.index(2) == "2")
    #expect(SchemaPath.Component.index(2).hashValue == SchemaPath.Component.key("2").hashValue)
    #expect(SchemaPath.Component.index(2) != "02")
    #expect(SchemaPath(["\u{E9}"]) != SchemaPath(["e\u{301}"]))
    #expect(SchemaPath.Component(token: "10") == 10)
    guard case .key("007") = SchemaPath.Component(token: "007") else {
      Issue.record("an index has one form")
      return
    }
  }

  @Test func `a path leads to the parent of its place and to the parts of it`() {
    let path: SchemaPath = ["a", 1]
    #expect(path.appending("b") == ["a", 1, "b"])
    #expect(path.parent == ["a"])
    #expect(SchemaPath().parent == nil)
    #expect(SchemaPath().isEmpty)
  }

  @Test(arguments: [
    ("Step", "#/Step"), ("", "#/"), ("a/b", "#/a~1b"), ("m~n", "#/m~0n"), ("~1", "#/~01"),
    ("a b", "#/a%20b"), ("%25", "#/%2525"), ("Page<Item>", "#/Page%3CItem%3E"),
    ("q\"\\`", "#/q%22%5C%60"), ("é", "#/%C3%A9"), ("😀", "#/%F0%9F%98%80"),
    ("#^|{}[]", "#/%23%5E%7C%7B%7D%5B%5D"), ("A.z0-9_!$&'()*+,;=:@?", "#/A.z0-9_!$&'()*+,;=:@?"),
    ("\u{0}\n", "#/%00%0A"),
  ])
  func `E11: a fragment has the escapes of RFC 6901 and RFC 3986`(name: String, fragment: String) {
    #expect(SchemaPath([.key(name)]).fragment == fragment)
    #expect("#/" + SchemaPath.fragmentToken(name) == fragment)
  }

  @Test func `paths are equal by their steps, whether they share their beginning or not`() {
    let start: SchemaPath = ["a", 1]
    let (first, second) = (start.appending("b"), SchemaPath(["a", "1", "b"]))
    #expect(first == second && Set([first, second]).count == 1)
    #expect(first != start && first != ["a", 1, "c"] && first != ["b", 1, "b"])
    #expect(first != ["a", 1, "b", "c"] && SchemaPath() != start)
    #expect(first.parent == start && first.last == "b" && first.count == 3)
    #expect(first.begins(with: start) && first.begins(with: []) && first.begins(with: second))
    #expect(!start.begins(with: first) && !first.begins(with: ["a", 2]))
    #expect(first.length == first.pointer.utf8.count)
    var changed = first
    changed.components[0] = "z"
    changed.components.append(7)
    #expect(changed == ["z", 1, "b", 7] && first == second)
  }

  @Test func `a path of any depth is made and freed on a small stack`() async throws {
    let count = try await onSmallStack {
      let path = (0..<1_000_000).reduce(SchemaPath()) { $0.appending(.index($1)) }
      return path.count
    }
    #expect(count == 1_000_000)
  }

  @Test(arguments: [100, 400])
  func `H2: the paths of all nested places take as many steps as there are places`(count: Int) {
    var paths = PathTable<Int>()
    var steps = 0
    for place in (0..<count).reversed() {
      let path = paths.path(to: place) {
        $0 > 0 ? $0 - 1 : nil
      } step: { place in
        steps += 1
        return place > 0 ? .index(place) : nil
      }
      #expect(path.count == place && path.last == (place > 0 ? .index(place) : nil))
    }
    #expect(steps == count)
  }

  @Test(arguments: [100, 400])
  func `H3: equal paths of a pool share their steps`(count: Int) {
    var pool = SchemaPath.Pool()
    for _ in 0..<3 {
      var path = SchemaPath()
      for index in 0..<count {
        path = path.appending(index % 2 == 0 ? .index(index) : .key("\(index)"))
        #expect(pool.path(equalTo: path) == path)
      }
    }
    #expect(pool.count == count)
    #expect(pool.path(equalTo: []).isEmpty && pool.path(equalTo: ["a"]) == ["a"])
  }
}
