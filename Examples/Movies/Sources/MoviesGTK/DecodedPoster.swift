import CGTK
package import MoviesDomain
import SceneGTK

/// A poster that is ready to be drawn.
package struct DecodedPoster: Sendable {
    /// A file that cannot be decoded.
    struct Failure: Error {}

    /// The file.
    package let poster: Poster
    /// The pixels. Use it on the main thread.
    let texture: Texture

    /// Decodes a poster. This takes a large part of a frame if the poster is large, so it is done outside the main thread.
    ///
    /// - Throws: ``Failure`` if the file is no image.
    @concurrent static func decode(_ poster: Poster) async throws -> DecodedPoster {
        DecodedPoster(poster: poster, texture: try Texture(poster.bytes))
    }

    /// A texture of GTK.
    ///
    /// Unchecked, because a texture does not change, GTK allows any thread to create one, and its reference is released on the
    /// main thread.
    final class Texture: @unchecked Sendable {
        let pointer: OpaquePointer
        private let reference: ObjectReference

        init(_ file: [UInt8]) throws {
            let bytes = file.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(bytes) }
            guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { throw Failure() }
            pointer = texture
            reference = ObjectReference(UnsafeMutableRawPointer(texture))
            g_object_unref(UnsafeMutableRawPointer(texture))
        }
    }
}
