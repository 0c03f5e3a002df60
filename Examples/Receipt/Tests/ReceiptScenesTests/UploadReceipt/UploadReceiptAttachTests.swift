import CIS
import ReceiptScenes
import Testing

/// UR-12 to UR-17, D2: attaching, one at a time and many at the same time.
@MainActor struct UploadReceiptAttachTests {
    private let worker = UploadReceiptWorkerStub()
    private static let tooMany = "최대 5장까지 첨부할 수 있습니다"

    private func scene(_ state: UploadReceipt.State = .init()) -> SceneRuntime<UploadReceipt> {
        UploadReceipt.assemble(state, worker: worker)
    }

    @Test(arguments: [5, 6])
    func `UR-12 with five images or more the encoder is not called`(count: Int) async {
        let scene = scene(.attached(count))
        await scene.execute(.imagePicked(.sample(9))).value
        #expect(worker.calls.isEmpty)
    }

    @Test(arguments: [5, 6])
    func `UR-15 one image too many shows the toast and changes nothing`(count: Int) async {
        let scene = scene(.attached(count))
        await scene.execute(.imagePicked(.sample(9))).value
        #expect(worker.toasts == [Self.tooMany])
        #expect(scene.state == .attached(count))
    }

    @Test func `UR-13 and UR-16: an image that cannot be encoded shows the toast and changes nothing`() async {
        worker.onEncode = { _ in nil }
        let scene = scene(.attached(2))
        await scene.execute(.imagePicked(.sample(9))).value
        #expect(worker.toasts == ["사진 처리 과정에서 오류가 발생하였습니다"])
        #expect(scene.state == .attached(2))
    }

    @Test func `UR-14 an image is appended with a name of its own, the bytes of the encoder and its thumbnail`() async {
        worker.onEncode = { _ in EncodedImage(bytes: [7, 7], format: .png, pixelWidth: 3, pixelHeight: 4) }
        let scene = scene(.attached(1))
        await scene.execute(.imagePicked(.sample(9))).value
        let image = scene.state.domainState.attachedImages.last
        #expect(scene.state.domainState.attachedImages.count == 2)
        #expect(image?.name == "name-1")
        #expect(image?.data == [7, 7])
        #expect(image?.thumbnail.fileName == "receipt-9.jpg")
        #expect(image?.thumbnail.byteCount == 2)
        #expect(image?.thumbnail.pixelWidth == 3 && image?.thumbnail.pixelHeight == 4)
        #expect(image?.thumbnail.format == .png)
    }

    @Test func `UR-17 both lists have the same images in the same order, and there is no toast`() async {
        let scene = scene()
        for number in 1...5 { await scene.execute(.imagePicked(.sample(number))).value }
        let names = scene.state.attachedImages.map(\.fileName)
        #expect(names == (1...5).map { "receipt-\($0).jpg" })
        #expect(scene.state.domainState.attachedImages.map(\.thumbnail) == scene.state.attachedImages)
        #expect(worker.toasts.isEmpty)
    }

    @Test func `D2 four images given without thumbnails are five of each after one more`() async {
        let scene = scene(.attached(4))
        #expect(scene.state.attachedImages.isEmpty)
        await scene.execute(.imagePicked(.sample(9))).value
        #expect(scene.state.domainState.attachedImages.count == 5)
        #expect(scene.state.attachedImages == scene.state.domainState.attachedImages.map(\.thumbnail))
    }

    @Test func `D2 of 100 images attached at the same time exactly five survive`() async {
        let meeting = Meeting(of: 100)
        worker.onEncode = { image in
            await meeting.arrive()
            return .sample(of: image)
        }
        let scene = scene()
        let attaches = (0..<100).map { scene.execute(.imagePicked(.sample($0))) }
        for attach in attaches { await attach.value }
        #expect(scene.state.domainState.attachedImages.count == 5)
        #expect(scene.state.attachedImages.count == 5)
        #expect(worker.toasts == Array(repeating: Self.tooMany, count: 95))
    }

    @Test(arguments: 1...5)
    func `D2 of images attached at the same time none is lost below the limit`(count: Int) async {
        let meeting = Meeting(of: count)
        worker.onEncode = { image in
            await meeting.arrive()
            return .sample(of: image)
        }
        let scene = scene()
        let attaches = (0..<count).map { scene.execute(.imagePicked(.sample($0))) }
        for attach in attaches { await attach.value }
        let expected = Set((0..<count).map { "receipt-\($0).jpg" })
        #expect(Set(scene.state.attachedImages.map(\.fileName)) == expected)
        #expect(scene.state.attachedImages.count == count)
        #expect(worker.toasts.isEmpty)
    }

    @Test func `D2 an image encoded while the last place was taken shows the toast`() async {
        let meeting = Meeting(of: 2)
        worker.onEncode = { image in
            await meeting.arrive()
            return .sample(of: image)
        }
        let scene = scene(.attached(4))
        let attaches = [scene.execute(.imagePicked(.sample(8))), scene.execute(.imagePicked(.sample(9)))]
        for attach in attaches { await attach.value }
        #expect(scene.state.attachedImages.count == 5)
        #expect(worker.calls.count == 2)
        #expect(worker.toasts == [Self.tooMany])
    }
}
