package import GatherScenes

#if canImport(CryptoKit)
import CryptoKit
#else
import CLibcrypto
#endif

extension Password {
    /// FG-STORE-05: the SHA-256 of its UTF-8 bytes, as lower-case hexadecimal digits. The server receives only this
    /// hash, not the password.
    package var hash: String {
        let digits = Array("0123456789abcdef")
        return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private var digest: [UInt8] {
        #if canImport(CryptoKit)
        Array(SHA256.hash(data: Array(text.utf8)))
        #else
        let bytes = Array(text.utf8)
        return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            // It fails only if the library has no SHA-256 at all. The hash is then empty, and the server refuses it.
            let isDone = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil) == 1
            count = isDone ? 32 : 0
        }
        #endif
    }
}
