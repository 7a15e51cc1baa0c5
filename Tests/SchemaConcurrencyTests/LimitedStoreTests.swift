import SchemaConcurrency
import Testing

struct LimitedStoreTests {
  private var store: LimitedStore<String, Int>

  init() {
    store = LimitedStore(limit: 2)
    store["a"] = 1
    store["b"] = 2
  }

  @Test func `a full store is emptied for another value, and not for a change`() {
    var store = store
    store["b"] = 3
    #expect(store["a"] == 1)
    #expect(store["b"] == 3)
    store["c"] = 4
    #expect(store["a"] == nil)
    #expect(store["b"] == nil)
    #expect(store["c"] == 4)
  }

  @Test func `removing a value that a full store does not have removes no others`() {
    var store = store
    store["c"] = nil
    #expect(store["a"] == 1)
    #expect(store["b"] == 2)
    store["a"] = nil
    #expect(store["a"] == nil)
    #expect(store["b"] == 2)
  }
}
