import Kernel

/// A record with one text, for tests of stores.
public struct Word: Storable, Hashable {
    public let id: Identifier<Word>
    public var text: String
    public static let byText = Index<Word, String>.ordered("text") { String($0.text.prefix(800)) }
    public static let collection = RecordCollection<Word>("words", indexes: [byText])

    public init(_ id: String, _ text: String) {
        self.id = Identifier(id)
        self.text = text
    }
}

extension Store {
    /// Returns every word with its text, sorted by text.
    public func words() throws -> [String] {
        try read { try $0.records(Word.byText.all).map { "\($0.id)=\($0.text)" } }
    }

    /// Returns the damage that the store's report contains.
    public func damage() throws -> [String] {
        try engine.inspect().findings.filter { $0.severity == .damage }.map(\.message)
    }

    /// Returns the notices that the store's report contains.
    public func notices() throws -> [String] {
        try engine.inspect().findings.filter { $0.severity == .notice }.map(\.message)
    }
}
