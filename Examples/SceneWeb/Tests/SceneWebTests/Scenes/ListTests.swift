import Foundation
import Testing

extension PageTests {
    /// `showList` in a browser.
    @Suite("a list in a page", .serialized) struct ListTests {
        private static let body = "document.body"
        private static let shadow =
            "document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })"

        /// Runs a test in a page with a list `ul` of texts, each with a field, which `show(keys)` shows. `log` records what a user
        /// would notice.
        private static func withList(root: String = body, _ body: (Page) async throws -> Void) async throws {
            try await PageTests.BrowserTests.withPage { page, _ in
                try await page.run(
                    """
                    await (async () => {
                      const { showList } = await import("/cis/client.js");
                      const ul = document.createElement("ul"), log = [];
                      (\(root)).append(ul);
                      const make = key => {
                        const li = document.createElement("li"), field = document.createElement("input");
                        const word = Object.assign(document.createElement("span"), { textContent: `item ${key}` });
                        field.value = `text of ${key}`;
                        for (const type of ["blur", "focus", "compositionend"]) field.addEventListener(type, () => log.push(`${type} ${key}`));
                        li.append(word, field);
                        return li;
                      };
                      const show = keys => showList(ul, keys, key => key, make, () => {});
                      const row = key => [...ul.children].find(li => li.firstChild.textContent === `item ${key}`);
                      const shown = () => [...ul.children].map(li => li.firstChild.textContent.slice(5)).join("");
                      const orders = keys => keys.length < 2 ? [keys]
                        : keys.flatMap((key, at) => orders(keys.toSpliced(at, 1)).map(rest => [key, ...rest]));
                      Object.assign(globalThis, { ul, log, show, row, shown, orders });
                    })()
                    """)
                try await body(page)
            }
        }

        @Test(arguments: [body, shadow])
        func `the item with the focus keeps it, with its text and its cursor, in whatever order the items are`(
            root: String
        ) async throws {
            try await Self.withList(root: root) { page in
                let wrong = try await page.run(
                    """
                    (() => {
                      const keys = ["a", "b", "c", "d"], wrong = [];
                      for (const order of orders(keys)) for (const key of keys) {
                        show(keys);
                        const field = row(key).lastChild;
                        field.focus();
                        field.value = `typed in ${key}`;
                        field.setSelectionRange(2, 5);
                        log.length = 0;
                        // One item comes and one goes, at the places that others leave.
                        const now = order.flatMap(other => other === key ? [other] : other === "a" ? [] : other === "d" ? ["e", other] : [other]);
                        for (const next of [order, now, [...order].reverse(), keys]) {
                          show(next);
                          const isRight = shown() === next.join("") && ul.getRootNode().activeElement === field
                            && field.selectionStart === 2 && field.selectionEnd === 5 && field.value === `typed in ${key}`;
                          if (!isRight || log.length > 0) wrong.push([key, next.join(""), shown(), ...log]);
                        }
                      }
                      return wrong.slice(0, 5);
                    })()
                    """)
                #expect(wrong == "[]")
            }
        }

        @Test(arguments: [body, shadow])
        func `a text that is selected stays selected`(root: String) async throws {
            try await Self.withList(root: root) { page in
                let wrong = try await page.run(
                    """
                    (() => {
                      const keys = ["a", "b", "c", "d"], wrong = [];
                      for (const order of orders(keys)) for (const key of keys) {
                        show(keys);
                        const text = row(key).firstChild.firstChild;
                        const selection = () => (ul.getRootNode().getSelection?.bind(ul.getRootNode()) ?? getSelection)();
                        selection().setBaseAndExtent(text, 1, text, 4);
                        show(order);
                        const { anchorNode, anchorOffset, focusOffset } = selection();
                        const isRight = anchorNode === text && anchorOffset === 1 && focusOffset === 4;
                        if (!isRight || shown() !== order.join("")) wrong.push([key, order.join(""), shown(), String(getSelection())]);
                      }
                      return wrong.slice(0, 5);
                    })()
                    """)
                #expect(wrong == "[]")
            }
        }

        @Test func `where focus and selection cannot both stay, the focus does`() async throws {
            try await Self.withList { page in
                let result = try await page.run(
                    """
                    (() => {
                      const wrong = [];
                      for (const order of orders(["a", "b", "c"])) {
                        show(["a", "b", "c"]);
                        for (const li of ul.children) li.lastChild.type = "button";
                        const text = row("a").firstChild.firstChild;
                        row("b").lastChild.focus();
                        getSelection().setBaseAndExtent(text, 1, text, 4);
                        const isFocused = document.activeElement === row("b").lastChild;
                        show(order);
                        const keepsBoth = order.indexOf("a") < order.indexOf("b");
                        const isRight = document.activeElement === row("b").lastChild && (!keepsBoth || getSelection().anchorNode === text);
                        if (!isFocused || !isRight || shown() !== order.join("")) wrong.push([order.join(""), shown()]);
                      }
                      return wrong;
                    })()
                    """)
                #expect(result == "[]")
            }
        }

        @Test func `a text that is being composed is not committed when its item moves`() async throws {
            try await Self.withList { page in
                try await page.run(
                    "show(['a', 'b', 'c', 'd']) || (row('d').lastChild.value = '') || row('d').lastChild.focus() || (log.length = 0)"
                )
                try await page.call(
                    "Input.imeSetComposition", ["text": "하", "selectionStart": 1, "selectionEnd": 1])
                try await page.run("show(['d', 'a', 'b', 'c'])")
                try await page.call(
                    "Input.imeSetComposition", ["text": "한", "selectionStart": 1, "selectionEnd": 1])
                try await page.run("show(['b', 'd', 'c'])")
                #expect(try await page.run("[row('d').lastChild.value, ...log]") == "[\"한\"]")
                try await page.call("Input.insertText", ["text": "한글"])
                #expect(try await page.run("[row('d').lastChild.value, ...log]") == "[\"한글\",\"compositionend d\"]")
            }
        }

        @Test func `of items with the same key the first is shown, and the console says so`() async throws {
            try await Self.withList { page in
                let result = try await page.run(
                    """
                    (() => {
                      const errors = [], error = console.error;
                      console.error = (...words) => errors.push(words.at(-1));
                      try {
                        show(["a", "b", "a", "c", "b", "a"]);
                        const [first, node] = [shown(), row("a")];
                        show(["c", "a"]);
                        return { first, then: shown(), isKept: row("a") === node, errors };
                      } finally { console.error = error; }
                    })()
                    """)
                #expect(result == #"{"first":"abc","then":"ca","isKept":true,"errors":["a","b","a"]}"#)
            }
        }
    }
}
