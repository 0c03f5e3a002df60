#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Repeats a call that a signal has interrupted.
func repeating<Count: SignedInteger>(_ call: () -> Count) throws(SystemError) -> Count {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(errno) }
    }
}

// Methods of the same names hide the functions of the system from the driver.

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }

func systemUnlink(_ path: String) -> Int32 { unlink(path) }

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system's words for the number of an error, as in `No space left on device`.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// The user this process acts for.
func systemUser() -> UInt32 { geteuid() }
