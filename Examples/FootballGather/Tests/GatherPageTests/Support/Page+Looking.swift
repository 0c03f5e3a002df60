import Foundation

/// The appearance of a page.
extension Page {
    /// Sets the size of the window, and whether it is dark.
    func resize(_ width: Int, _ height: Int, isDark: Bool = false) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
        try await call(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
                    // Without animations, no picture shows a colour while it changes.
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
    }

    /// Stores pictures in three sizes, light and dark. Checks that the page is never wider than its window.
    func screenshots(_ name: String) async throws {
        var wide: [String] = []
        for (width, height) in [(360, 740), (800, 600), (1280, 800)] {
            for isDark in [false, true] {
                try await resize(width, height, isDark: isDark)
                let isWide = try await run("document.documentElement.scrollWidth > innerWidth") == "true"
                if isWide { wide.append("\(name) at \(width)") }
                try await screenshot("\(name)-\(width)-\(isDark ? "dark" : "light")")
            }
        }
        try await resize(800, 600)
        guard wide.isEmpty else { throw Browser.Failure(description: "Wider than the window: \(wide)") }
    }

    /// Functions that find elements by their texts, if they can be used.
    static let helpers = """
        // Errors of the page are added to the message of the next failure.
        const problems = [];
        console.error = (...all) => problems.push(all.map(one => one?.stack ?? String(one)).join(" "));
        addEventListener("error", event => problems.push(event.message));
        addEventListener("unhandledrejection", event => problems.push(event.reason?.stack ?? String(event.reason)));
        const seen = element => element != null && element.checkVisibility({ visibilityProperty: true })
          && !element.closest("[inert]") && (!document.querySelector("dialog:modal") || element.closest("dialog:modal") != null);
        const captions = node => [
          node.getAttribute("aria-label"), node.textContent.trim(), node.querySelector(".name")?.textContent];
        const named = (selector, caption) => [...document.querySelectorAll(selector)].find(
          node => seen(node) && !node.disabled && captions(node).includes(caption));
        const button = caption => named("button, label.row", caption);
        const field = label => [...document.querySelectorAll("input, select")].find(
          node => seen(node) && (node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent.trim()) === label);
        const team = index => [...document.querySelectorAll(".board .team")].filter(seen)[index];
        const players = index => [...team(index).querySelectorAll(".name")].map(node => node.textContent).join(" ");
        const shown = () => document.body?.innerText ?? "";
        const title = () => [...document.querySelectorAll("h1")].find(seen)?.textContent;
        const middle = element => {
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const canBeClicked = element => {
          if (!seen(element)) return false;
          element.scrollIntoView({ block: "center" });
          const hit = document.elementFromPoint(...middle(element));
          return element === hit || element.contains(hit);
        };
        // A text that a script writes into a field does not count as a change of the document.
        const text = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
        Object.defineProperty(HTMLInputElement.prototype, "value", { ...text, set(value) {
          text.set.call(this, value);
          dispatchEvent(new Event("filled"));
        } });
        const until = (holds, text) => new Promise((resolve, reject) => {
          const names = ["filled", "focusin", "scroll", "popstate", "animationend", "transitionend"];
          const end = answer => {
            observer.disconnect();
            clearTimeout(timer);
            for (const name of names) removeEventListener(name, look, true);
            answer();
          };
          const look = () => {
            let value;
            try { value = holds(); } catch { /* Not yet. */ }
            if (value) end(() => resolve(value));
          };
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          for (const name of names) addEventListener(name, look, true);
          const timer = setTimeout(() => end(() => {
            const rest = `Shown is: ${shown()} Problems: ${problems.join("; ")}`.replaceAll("\\n", " ");
            reject(new Error(`Not within a minute: ${text}. ${rest}`));
          }), 60_000);
          look();
        });
        """
}
