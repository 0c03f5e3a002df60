/// A stream of the standard library, which only one loop can read. Copies share its storage.
protocol SingleReaderStream {}

extension AsyncStream: SingleReaderStream {}
extension AsyncThrowingStream: SingleReaderStream {}

extension SingleReaderStream {
    /// The storage that all copies share. `nil` if it is not an object, which the standard library does not promise.
    var identity: AnyObject? {
        guard let storage = Mirror(reflecting: self).children.first?.value, type(of: storage) is AnyObject.Type else {
            return nil
        }
        return storage as AnyObject
    }
}

struct WeakStream {
    weak var stream: AnyObject?
}
