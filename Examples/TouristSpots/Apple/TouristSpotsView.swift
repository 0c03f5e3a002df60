import Accessibility
import CIS
import SwiftUI
import TouristSpotsScenes

/// The list in SwiftUI. It owns the scene.
struct TouristSpotsView: View {
    @OwnedScene private var scene: SceneRuntime<TouristSpots>
    private let onClose: @MainActor () -> Void

    init(worker: TouristSpots.Worker, onClose: @escaping @MainActor () -> Void) {
        _scene = OwnedScene(wrappedValue: TouristSpots.assemble(worker: worker))
        self.onClose = onClose
    }

    var body: some View {
        VStack(alignment: .center, spacing: 8) {  // TS-01
            wide(Wording.close, .gray) { scene.execute(.closeTapped) }
            wide(Wording.emptyPage, .orange) { scene.execute(.emptyPageTapped) }
            if let failure = scene.observed(\.failure) {
                Text(failure)
                Button(Wording.retry) { scene.execute(.retryTapped) }
            }
            List {
                ForEach(scene.observed(\.rows)) { RowView(row: $0) }
            }
            .refreshable { [scene] in await scene.run(.refreshPulled) }
        }
        .overlay(alignment: .center) {
            if scene.observed(\.progress) == .centred { ProgressView() }
        }
        .onChange(of: scene.observed(\.failure)) { _, text in
            if let text { AccessibilityNotification.Announcement(text).post() }
        }
        .onAppear {
            scene.outputs?.connect(to: scene) { _, _ in onClose() }
            scene.execute(.appeared)
        }
        .sheet(isPresented: isPageOpen) { wide(Wording.close, .gray) { closePage() } }
    }

    private var isPageOpen: Binding<Bool> {
        Binding(
            get: { @MainActor [scene] in scene.observed(\.emptyPage).isPresented },
            set: { @MainActor [scene] in if !$0 { Self.closePage(of: scene) } })
    }

    private func closePage() { Self.closePage(of: scene) }

    private static func closePage(of scene: SceneRuntime<TouristSpots>) {
        scene.child(of: \.emptyPage, as: EmptyPage.self)?.execute(.closeTapped)
    }

    private func wide(_ title: String, _ colour: Color, action: @escaping @MainActor () -> Void) -> some View {
        Button(title, action: action).foregroundStyle(.black)  // on white, orange has 2.2:1
            .frame(maxWidth: .infinity, minHeight: 40).background(colour)
    }
}

/// TS-06: a row with four texts below each other.
private struct RowView: View {
    let row: TouristSpots.Row

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(row.course).font(.caption)
            Text("\(row.spot)  \(row.sky)").font(.headline)
            Text(row.details).font(.subheadline)
            Text(row.forecast).font(.subheadline)
        }
    }
}
