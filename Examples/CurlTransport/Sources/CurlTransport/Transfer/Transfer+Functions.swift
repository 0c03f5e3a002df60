import CLibcurl

extension Transfer {
    /// The transfer of a handle, while libcurl uses the handle.
    static func of(_ easy: UnsafeMutableRawPointer) -> Transfer? { of(context: shim_context(easy)) }

    private static func of(context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes libcurl call this transfer. It does so only on the loop's thread, and only while the loop keeps the transfer.
    func setFunctions() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, context)

        easy.set(CURLOPT_HEADERDATA, context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return Transfer.of(context: context)?.receive(line: line) == true ? line.count : 0
        }
        easy.set(CURLOPT_WRITEDATA, context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.of(context: context)?.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        easy.set(CURLOPT_READDATA, context)
        easy.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return Transfer.of(context: context)?.send(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
        easy.set(CURLOPT_SEEKDATA, context)
        easy.set { context, position, origin in
            let isFound = origin == SEEK_SET && Transfer.of(context: context)?.seek(to: Int64(position)) == true
            return isFound ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }
        easy.set(CURLOPT_XFERINFODATA, context)
        easy.set(CURLOPT_NOPROGRESS, false)
        easy.set { context, _, _, _, sent in
            Transfer.of(context: context)?.hasSent(Int64(sent))
            return 0
        }
        setFunctionBeforeSending(context)
    }

    /// libcurl before 7.80 does not have this function. There, a request that must not be sent twice gets a connection of its
    /// own.
    private func setFunctionBeforeSending(_ context: UnsafeMutableRawPointer) {
        let isKnown = shim_set_before_sending_function(
            easy.handle, { context, _, _, _, _ in Transfer.of(context: context)?.maySend() == true ? 0 : 1 }, context)
        if isKnown == 0, !exchange.request.method.isIdempotent { easy.set(CURLOPT_FRESH_CONNECT, true) }
    }
}
