#if canImport(CryptoKit)
import CryptoKit
#else
import CLibcrypto
#endif

/// The SHA-256 of the UTF-8 bytes of a text, as hexadecimal digits.
func sha256(_ text: String) -> String { sha256(Array(text.utf8)) }

/// The SHA-256 of bytes, as hexadecimal digits.
func sha256(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

private func digest(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
    Array(SHA256.hash(data: bytes))
    #else
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
        // This fails only if the library has no SHA-256 at all. The server cannot work then.
        let isDone = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil) == 1
        precondition(isDone, "OpenSSL has no SHA-256")
        count = 32
    }
    #endif
}
