import SchemaFormats
import Testing

struct URIReferenceTests {
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g"),
    ("./g:h", "http://a/b/c/g:h"), (".g:h", "http://a/b/c/.g:h"),
  ])
  func `the examples of section 5.4`(reference: String, target: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).withoutFragment == target)
  }

  @Test(arguments: [
    ("./defs.json#", "defs.json"), ("../a.json", "../a.json"), ("a/../../b", "../b"),
    ("../../a", "../../a"), ("..", "../"), ("/../a", "/a"), ("HTTP://h/a/./b", "http://h/a/b"),
    ("a/b", "a/b"), ("", ""),
  ])
  func `a normal form keeps segments that lead out of a relative path`(
    reference: String, expected: String
  ) {
    #expect(URIReference(reference).normalized == expected)
  }

  @Test(arguments: [
    ("a/..//b", ".//b"), (".//b", ".//b"), ("/a/..//b", "/.//b"), ("/.//b", "/.//b"),
    (".//../b", "b"), ("http://h/a/..//b", "http://h//b"), ("urn:/a/..//b", "urn:/.//b"),
    ("./a:b", "./a:b"), ("a/../b:c", "./b:c"), ("./1:b", "1:b"), ("-a:b", "-a:b"),
  ])
  func `a path does not become absolute, an authority or a scheme`(
    reference: String, expected: String
  ) {
    #expect(URIReference(reference).normalized == expected)
    #expect(URIReference(expected).normalized == expected)
  }

  @Test(
    arguments: [
      ("a#b", "b"), ("a", ""), ("#%C3%A9", "é"), ("#%7E1", "~1"), ("#%", "%"), ("#%FF", nil),
    ] as [(String, String?)])
  func `a fragment is decoded, and is nil if it is not UTF-8`(
    reference: String, expected: String?
  ) {
    #expect(URIReference(reference).decodedFragment == expected)
  }
}
