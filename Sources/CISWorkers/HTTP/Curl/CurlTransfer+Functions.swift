#if os(Linux)
internal import CCurl
import Foundation

extension CurlTransfer {
    /// The transfer of a handle, while libcurl uses the handle.
    static func of(_ easy: UnsafeMutableRawPointer, _ curl: LibCurl) -> CurlTransfer? {
        of(context: ccurl_pointer(curl.functions, easy, CurlValue.privateInfo))
    }

    private static func of(context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes libcurl call this transfer. It does so only on the loop's thread, and only while the loop keeps the transfer.
    func setFunctions() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(.private, context)

        easy.set(.headerData, context)
        easy.set(.headerFunction) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.of(context: context)?.receive(line: line) == true ? line.count : 0
        }
        easy.set(.writeData, context)
        easy.set(.writeFunction) { bytes, size, count, context in
            CurlTransfer.of(context: context)?.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        easy.set(.readData, context)
        easy.set(.readFunction) { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.of(context: context)?.send(into: buffer) ?? CurlValue.abort
        }
        easy.set(.seekData, context)
        easy.set(seek: { context, position, origin in
            let isFound = origin == SEEK_SET && CurlTransfer.of(context: context)?.seek(to: Int64(position)) == true
            return isFound ? CurlValue.seekSucceeded : CurlValue.seekFailed
        })
        easy.set(.xferInfoData, context)
        easy.set(.noProgress, false)
        easy.set(progress: { context, _, _, _, sent in
            CurlTransfer.of(context: context)?.hasSent(Int64(sent))
            return 0
        })
        setFunctionBeforeSending(context)
    }

    /// libcurl before 7.80 does not have this function. There, a request that must not be sent twice gets a connection of its
    /// own.
    private func setFunctionBeforeSending(_ context: UnsafeMutableRawPointer) {
        let isKnown = easy.set(
            beforeSending: { context, _, _, _, _ in CurlTransfer.of(context: context)?.maySend() == true ? 0 : 1 },
            context)
        if !isKnown, !exchange.request.method.isIdempotent { easy.set(.freshConnect, true) }
    }
}
#endif
