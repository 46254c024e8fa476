import Kernel

/// The index entries of a record, as text from a valid line.
struct ScannedEntries {
    private var scanner: LineScanner
    private var isFirst = true
    /// Whether the text was malformed.
    private(set) var isBroken = false

    init(_ bytes: UnsafeRawBufferPointer) { scanner = LineScanner(bytes) }

    struct Entry {
        let name: ScannedText
        let unique: Bool
        let key: ScannedText?

        var entry: IndexEntry {
            IndexEntry(name: name.string, unique: unique, key: key.map { IndexKey(text: $0.string) })
        }
    }

    mutating func next() -> Entry? {
        if isFirst {
            isFirst = false
            guard scanner.consume("[") else { return fail() }
            if scanner.consume("]") { return nil }
        } else {
            if scanner.consume("]") { return nil }
            guard scanner.consume(",") else { return fail() }
        }
        guard scanner.consume("["), let name = scanner.text(), scanner.consume(","), let unique = scanner.boolean(),
            scanner.consume(",")
        else { return fail() }
        let key: ScannedText? = scanner.consume("null") ? nil : scanner.text()
        guard scanner.consume("]") else { return fail() }
        return Entry(name: name, unique: unique, key: key)
    }

    /// Returns the entry of an index.
    mutating func entry(named name: String) -> Entry? {
        while let entry = next() {
            if entry.name.equals(name) { return entry }
        }
        return nil
    }

    private mutating func fail() -> Entry? {
        isBroken = true
        return nil
    }
}
