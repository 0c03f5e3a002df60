import Accessibility
import CIS
import Foundation
import ReceiptScenes
import ReceiptServices
import SwiftUI
import UIKit

/// The first screen in SwiftUI. It owns the scene; the second screen is its child.
struct UploadReceiptView: View {
    @OwnedScene private var scene: SceneRuntime<UploadReceipt>

    init(worker: ReceiptWorker) {
        _scene = OwnedScene(wrappedValue: UploadReceipt.assemble(worker: worker, addRequestsWorker: worker))
    }

    var body: some View {
        NavigationStack {
            VStack(alignment: .center, spacing: 16) {
                ScrollView(.horizontal) {
                    HStack(spacing: 8) {
                        ForEach(scene.observed(\.domainState.attachedImages), id: \.name) { Thumbnail(model: $0) }
                    }
                }
                Button(Wording.attach) { scene.execute(.attachTapped) }
                Button(Wording.next) { scene.execute(.nextTapped) }
            }
            .navigationTitle(Wording.imagesTitle)
            .navigationDestination(isPresented: isRemarksOpen) {
                if let remarks = scene.child(of: \.addRequests, as: AddRequests.self) {
                    AddRequestsView(scene: remarks)
                }
            }
        }
        .confirmationDialog(
            Wording.sheetTitle, isPresented: isShown(.sheet, .sheetCancelled), titleVisibility: .visible
        ) {
            Button(Wording.camera) { scene.execute(.cameraChosen) }
            Button(Wording.gallery) { scene.execute(.galleryChosen) }
            Button(Wording.cancel, role: .cancel) { scene.execute(.sheetCancelled) }
        }
        .fullScreenCover(isPresented: isShown(.camera, .cameraCancelled)) {
            ImagePicker(source: .camera) {
                scene.execute(.photoTaken($0))
            } onCancel: {
                scene.execute(.cameraCancelled)
            }
        }
        .sheet(isPresented: isShown(.gallery, .pickerCancelled)) {
            ImagePicker(source: .photoLibrary) {
                scene.execute(.imagePicked($0))
            } onCancel: {
                scene.execute(.pickerCancelled)
            }
        }
    }

    /// Whether this covers the screen. SwiftUI closes it itself, for example with a swipe; `cancel` does nothing if the scene
    /// has closed it already.
    private func isShown(_ modal: UploadReceipt.Modal, _ cancel: UploadReceipt.Action) -> Binding<Bool> {
        Binding(
            get: { @MainActor [scene] in scene.observed(\.modal).value == modal },
            set: { @MainActor [scene] in if !$0 { scene.execute(cancel) } })
    }

    private var isRemarksOpen: Binding<Bool> {  // UR-09
        Binding(
            get: { @MainActor [scene] in scene.observed(\.addRequests).isPresented },
            set: { @MainActor [scene] in scene.execute(.addRequestsActiveChanged($0)) })
    }
}

/// The remarks in SwiftUI.
struct AddRequestsView: View {
    let scene: SceneRuntime<AddRequests>

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            TextField(Wording.placeholder, text: scene.binding(\.domainState.requests) { .textChanged($0) })  // AR-01
            Button(Wording.request) { scene.execute(.requestTapped) }
            Text(scene.observed(\.message))  // AR-04
        }
        .padding()
        .navigationTitle(Wording.remarksTitle)
        .onChange(of: scene.observed(\.failure)) { _, failure in
            AccessibilityNotification.Announcement(failure.value).post()
        }
    }
}

/// An image of 100 by 100 points.
private struct Thumbnail: View {
    let model: ImageModel

    var body: some View {
        if let image = UIImage(data: Data(model.image.bytes)) {
            Image(uiImage: image).resizable().scaledToFill().frame(width: 100, height: 100).clipped()
                .accessibilityLabel(model.image.fileName)
        }
    }
}
