/// A value that is passed to a statement, or read from a row.
package enum Value: Sendable, Equatable {
    case null
    case number(Int)
    case string(String)

    /// Returns a number, or `null` for nil.
    static func integer(_ number: Int?) -> Value { number.map(Value.number) ?? .null }

    /// Returns a text, or `null` for nil.
    static func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }
}

/// A row of a statement's result.
package struct Row: Sendable, Equatable {
    package var values: [Value]

    package init(_ values: [Value]) {
        self.values = values
    }

    package func integer(_ column: Int) throws -> Int {
        guard let number = try optionalInteger(column) else { throw DatabaseError(.unexpectedValue) }
        return number
    }

    package func text(_ column: Int) throws -> String {
        guard let text = try optionalText(column) else { throw DatabaseError(.unexpectedValue) }
        return text
    }

    package func optionalInteger(_ column: Int) throws -> Int? {
        switch try value(column) {
        case .null: nil
        case .number(let number): number
        case .string: throw DatabaseError(.unexpectedValue)
        }
    }

    package func optionalText(_ column: Int) throws -> String? {
        switch try value(column) {
        case .null: nil
        case .string(let text): text
        case .number: throw DatabaseError(.unexpectedValue)
        }
    }

    private func value(_ column: Int) throws -> Value {
        guard values.indices.contains(column) else { throw DatabaseError(.unexpectedValue) }
        return values[column]
    }
}
