/// The page.
///
/// It requests a recipe, and shows the recipe while it grows.
let page = #"""
  <!doctype html>
  <html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>A recipe as it is written</title>
  <style>
    body { font: 17px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto;
      padding: 0 1rem; color: #1c1c1e; background: #fbfaf8; }
    form { display: flex; gap: .5rem; }
    input { flex: 1; font: inherit; padding: .5rem .75rem; border: 1px solid #c9c5bd;
      border-radius: .5rem; }
    button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .5rem; color: white;
      background: #b4472f; }
    article { margin-top: 2rem; padding: 1.5rem; background: white; border-radius: .75rem;
      box-shadow: 0 1px 4px #0002; }
    article:empty { display: none; }
    h1 { margin: 0; font-size: 1.6rem; }
    .minutes { color: #6b675f; }
    li { margin: .25rem 0; }
    .amount { color: #6b675f; }
    .growing::after { content: "▍"; color: #b4472f; }
    .problem { color: #b4472f; }
  </style>
  <form>
    <input name="dish" value="dal with fried onions" aria-label="Dish">
    <button>Write</button>
  </form>
  <article aria-live="polite"></article>
  <script>
    const form = document.querySelector("form")
    const article = document.querySelector("article")
    let source

    // Returns an element with text. The text comes from a model, so it is never used as markup.
    function element(name, text, kind) {
      const result = document.createElement(name)
      result.textContent = text
      if (kind) result.className = kind
      return result
    }

    function list(name, items, row) {
      const result = document.createElement(name)
      for (const item of items) {
        const line = document.createElement("li")
        line.append(...row(item))
        result.append(line)
      }
      return result
    }

    // Shows a recipe. Parts of it may be missing; its last part is still growing.
    function show(recipe, isComplete) {
      const parts = []
      if (recipe.name !== undefined) parts.push(element("h1", recipe.name))
      if (recipe.minutes !== undefined) {
        parts.push(element("p", `${recipe.minutes} minutes`, "minutes"))
      }
      if (recipe.ingredients) {
        parts.push(list("ul", recipe.ingredients, item => [
          element("span", item.amount ?? "", "amount"), " ", element("span", item.name ?? "")
        ]))
      }
      if (recipe.steps) parts.push(list("ol", recipe.steps, step => [element("span", step)]))
      article.replaceChildren(...parts)
      article.dataset.state = isComplete ? "complete" : "growing"
      if (isComplete) return
      let last = article
      while (last.lastElementChild) last = last.lastElementChild
      last.classList.add("growing")
    }

    function fail(text) {
      source.close()
      article.replaceChildren(element("p", text, "problem"))
      article.dataset.state = "failed"
    }

    form.addEventListener("submit", event => {
      event.preventDefault()
      source?.close()
      article.replaceChildren()
      source = new EventSource("/recipe?" + new URLSearchParams(new FormData(form)))
      let snapshots = 0
      source.addEventListener("snapshot", event => {
        article.dataset.snapshots = ++snapshots
        show(JSON.parse(event.data), false)
      })
      source.addEventListener("recipe", event => {
        source.close()
        show(JSON.parse(event.data), true)
      })
      source.addEventListener("problem", event => fail(JSON.parse(event.data)))
      // Without this, the browser would send the request again, and the model would start again.
      source.addEventListener("error", () => fail("The connection ended early. Try again."))
    })
  </script>
  </html>
  """#
