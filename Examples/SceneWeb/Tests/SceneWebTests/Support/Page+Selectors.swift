import Foundation

/// Finds elements by selectors.
extension Page {
    /// Waits until a condition holds. The page evaluates it in each frame.
    func wait(until condition: String) async throws {
        try await run(
            """
            await new Promise(resolve => {
              const look = () => {
                try { if (\(condition)) return resolve(true); } catch {}
                requestAnimationFrame(look);
              };
              look();
            })
            """)
    }

    /// Clicks on an element with the mouse.
    func click(_ selector: String) async throws {
        let place = try await run(
            """
            await (async () => {
              const element = document.querySelector(\(quoted(selector)));
              element.scrollIntoView();
              const box = element.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """)
        let point = try JSONDecoder().decode([Double].self, from: Data(place.utf8))
        try await mouse("mousePressed", point)
        try await mouse("mouseReleased", point)
    }
}
