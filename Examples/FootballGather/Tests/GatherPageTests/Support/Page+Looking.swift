import Foundation

/// The appearance of a page.
extension Page {
    /// Sets the size of the window, and whether it is dark.
    func resize(
        _ width: Int, _ height: Int, isDark: Bool = false, forcedColors: Bool = false, moreContrast: Bool = false
    )
        async throws
    {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
        try await call(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
                    ["name": "forced-colors", "value": forcedColors ? "active" : "none"],
                    ["name": "prefers-contrast", "value": moreContrast ? "more" : "no-preference"],
                    // Without animations, no picture shows a colour while it changes.
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
    }

    /// Functions that find elements by their texts, if they can be used.
    static let finders = """
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
          node => seen(node) && !node.disabled && node.getAttribute("aria-disabled") !== "true" && captions(node).includes(caption));
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
