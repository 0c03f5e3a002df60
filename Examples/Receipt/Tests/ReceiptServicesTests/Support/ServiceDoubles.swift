import ReceiptScenes
import ReceiptServices
import Synchronization

/// An upload service whose answers are closures.
struct UploadServiceStub: ImageUploadService {
    var onQuery: @Sendable ([String]) async throws -> UploadUrlsDTO = { _ in UploadUrlsDTO(uploadUrls: []) }
    var onPut: @Sendable (String, [UInt8]) async throws -> Void = { _, _ in }

    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> UploadUrlsDTO {
        try await onQuery(fileNames)
    }

    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        try await onPut(url, bytes)
    }
}

/// A photo library that keeps nothing.
struct PhotoLibraryStub: PhotoLibrary {
    @concurrent func save(_ image: ReceiptImage) async throws {}
}

/// A quotation service that notes what it is given.
final class QuotationServiceStub: QuotationService {
    private let list = Mutex<[String]>([])
    var calls: [String] { list.withLock { $0 } }

    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws {
        list.withLock { $0.append("\(uploadUrlObjectKeys) \(requests ?? "nil")") }
    }
}

/// Lets nobody pass until a given number have arrived.
actor Meeting {
    private let expected: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of expected: Int) {
        self.expected = expected
    }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == expected else { return }
            for waiter in waiting { waiter.resume() }
        }
    }
}

/// Waits until its task is cancelled, and counts how often that happened.
final class Cancellations: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }

    func wait() async throws {
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            end.finish()
        }
        number.add(1, ordering: .relaxed)
        throw CancellationError()
    }
}
