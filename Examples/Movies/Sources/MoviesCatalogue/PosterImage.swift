package import Foundation

/// A poster that is drawn from a number: a light over a horizon, in two colours, as a PNG.
package struct PosterImage {
    private let number: Int
    private let width: Int
    private var height: Int { width * 3 / 2 }

    /// - Parameters:
    ///   - number: The number of the film. Each film has a different picture.
    ///   - width: The width in pixels. The height is 1.5 times the width.
    package init(of number: Int, width: Int) {
        self.number = number
        self.width = min(max(width, 1), 2_000)
    }

    /// The content of the file.
    package var png: Data {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Each pixel is one bit: one of the two colours of the palette.
        file += chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [1, 3, 0, 0, 0])
        file += chunk("PLTE", colour(isLight: false) + colour(isLight: true))
        file += chunk("IDAT", stored(pixels))
        file += chunk("IEND", [])
        return Data(file)
    }

    /// The dark or the light colour. No two films have the same pair of colours.
    private func colour(isLight: Bool) -> [UInt8] {
        let tones = [(52, 28, 66), (22, 44, 78), (18, 58, 62), (36, 60, 34), (78, 50, 20), (84, 30, 30), (44, 44, 52)]
        let (red, green, blue) = tones[number % tones.count]
        let shift = number / tones.count
        guard isLight else { return [red + shift % 17, green + shift % 13, blue + shift % 11].map { UInt8($0) } }
        return [246 - shift % 23, 196 + shift % 47, 120 + shift % 89].map { UInt8($0) }
    }

    /// The lines of the picture. Each begins with a zero, which means that the line is not filtered.
    private var pixels: [UInt8] {
        let radius = width * (22 + number % 5 * 4) / 100
        let (centreX, centreY) = (width * (30 + number % 9 * 5) / 100, height * (26 + number % 7 * 4) / 100)
        let (horizon, slope) = (height * (62 + number % 6 * 3) / 100, number % 11 - 5)
        var lines: [UInt8] = []
        lines.reserveCapacity(height * (width / 8 + 2))
        for y in 0..<height {
            lines.append(0)
            let down = (y - centreY) * (y - centreY)
            for start in stride(from: 0, to: width, by: 8) {
                var bits: UInt8 = 0
                for x in start..<start + 8 {
                    let isLit = (x - centreX) * (x - centreX) + down < radius * radius
                    let isBelow = y > horizon + (x - width / 2) * slope / 20
                    // Below the horizon, every other line reflects the light.
                    bits = bits << 1 | (isLit && !isBelow || isBelow && y / max(height / 60, 1) % 2 == 0 ? 1 : 0)
                }
                lines.append(bits)
            }
        }
        return lines
    }

    /// The content in the format of zlib, not compressed.
    private func stored(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, content.count)
            let size = UInt16(end - start)
            stream.append(end == content.count ? 1 : 0)
            for part in [size, ~size] { stream += [UInt8(part & 0xFF), UInt8(part >> 8)] }
            stream += content[start..<end]
            start = end
        } while start < content.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in content {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bytes(high << 16 | low)
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        var sum: UInt32 = .max
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return bytes(UInt32(content.count)) + named + bytes(~sum)
    }

    private func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
