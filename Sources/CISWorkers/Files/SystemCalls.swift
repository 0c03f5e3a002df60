import Foundation

/// Makes a system call, and repeats it when a signal interrupts it.
func repeating<Count: SignedInteger>(_ call: () -> Count) throws(SystemError) -> Count {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(errno) }
    }
}

// Within `SystemFileDriver`, names such as `close` refer to its methods. It uses these functions to make the system
// calls of the same names.

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }

func systemUnlink(_ path: String) -> Int32 { unlink(path) }

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// The description of an error number, such as `No space left on device`.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// The ID of the user of this process.
func systemUser() -> UInt32 { geteuid() }
