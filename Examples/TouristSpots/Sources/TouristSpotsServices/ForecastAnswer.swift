import Foundation
import TouristSpotsScenes

/// TS-10: the answer of the service. An error has status 200, too, and is JSON without `body`, or XML.
enum ForecastAnswer {
    private struct Answer<Content: Decodable>: Decodable { var response: Content }
    private struct Head: Decodable { var header: Header }
    private struct Header: Decodable { var resultCode, resultMsg: String }
    private struct Body<Content: Decodable>: Decodable { var body: Content }
    private struct Content: Decodable { var items: Items }
    private struct Items: Decodable { var item: [TouristSpot] }
    /// What the portal writes in place of no items: an empty text.
    private struct NoItems: Decodable { var items: String }

    /// - Parameters:
    ///   - data: The answer.
    ///   - key: The service key. It is hidden where the answer repeats it.
    /// - Throws: ``ForecastError``.
    static func spots(in data: Data, key: String) throws -> [TouristSpot] {
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { throw ForecastError.empty }
        if text.hasPrefix("<") { throw refusal(inXML: text, key: key) }
        do {
            let header = try JSONDecoder().decode(Answer<Head>.self, from: data).response.header
            guard header.resultCode == "00" else {
                throw ForecastError.refused(
                    code: hiding(key, in: header.resultCode), message: hiding(key, in: header.resultMsg))
            }
            let none = try? JSONDecoder().decode(Answer<Body<NoItems>>.self, from: data).response.body.items
            if none == "" { throw ForecastError.noSpots }
            let spots = try JSONDecoder().decode(Answer<Body<Content>>.self, from: data).response.body.items.item
            if spots.isEmpty { throw ForecastError.noSpots }
            return spots
        } catch let error as DecodingError {
            throw ForecastError.unreadable(problem(error, in: data, hiding: key))
        }
    }

    private static func refusal(inXML text: String, key: String) -> ForecastError {
        func content(of element: String) -> String? {
            guard let start = text.range(of: "<\(element)>"),
                let end = text.range(of: "</\(element)>", range: start.upperBound..<text.endIndex)
            else { return nil }
            return hiding(key, in: String(text[start.upperBound..<end.lowerBound]))
        }
        guard let code = content(of: "returnReasonCode") else {
            return .unreadable("JSON이 아닙니다: “\(hiding(key, in: text).shortened)”")
        }
        return .refused(code: code, message: content(of: "returnAuthMsg") ?? content(of: "errMsg") ?? "")
    }

    /// Describes which value is wrong, and what the answer contains instead. The key is hidden before a text is shortened,
    /// because half a key would not be found.
    private static func problem(_ error: DecodingError, in data: Data, hiding key: String) -> String {
        let (path, wanted): ([any CodingKey], String?) =
            switch error {
            case .typeMismatch(let type, let context): (context.codingPath, "\(type)")
            case .valueNotFound(let type, let context): (context.codingPath, "\(type)")
            case .keyNotFound(let key, let context): (context.codingPath + [key], nil)
            case .dataCorrupted(let context): (context.codingPath, nil)
            @unknown default: ([], nil)
            }
        guard !path.isEmpty else {
            return "JSON이 아닙니다: “\(hiding(key, in: String(decoding: data, as: UTF8.self)).shortened)”"
        }
        let place = path.reduce("") { $0 + ($1.intValue.map { "[\($0)]" } ?? ($0.isEmpty ? "" : ".") + $1.stringValue) }
        guard let wanted else { return "\(place)이(가) 없습니다" }
        return "\(place)은(는) \(wanted)이어야 하는데 “\(hiding(key, in: value(at: path, in: data)).shortened)”입니다"
    }

    private static func value(at path: [any CodingKey], in data: Data) -> String {
        let root = try? JSONSerialization.jsonObject(with: data)
        let value = path.reduce(root) { value, key in
            if let index = key.intValue { return (value as? [Any]).flatMap { $0.indices ~= index ? $0[index] : nil } }
            return (value as? [String: Any])?[key.stringValue]
        }
        return value.map { $0 is NSNull ? "null" : "\($0)" } ?? "…"
    }

    /// TS-08: removes the key from a text, in its encoded and its decoded form.
    private static func hiding(_ key: String, in text: String) -> String {
        let forms = [key, key.removingPercentEncoding ?? key].filter { !$0.isEmpty }
        return forms.reduce(text) { $0.replacingOccurrences(of: $1, with: "…") }
    }
}

extension String {
    /// The beginning of the text in one line, short enough for a sentence.
    fileprivate var shortened: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= 60 ? line : line.prefix(60) + "…"
    }
}
