import Kernel

/// The index entries of one record, as text that was cut out of a good line.
struct ScannedEntries {
    private var scanner: LineScanner
    private var isFirst = true
    /// Whether the text could not be read to its end.
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
            guard scanner.take("[") else { return fail() }
            if scanner.take("]") { return nil }
        } else {
            if scanner.take("]") { return nil }
            guard scanner.take(",") else { return fail() }
        }
        guard scanner.take("["), let name = scanner.text(), scanner.take(","), let unique = scanner.boolean(), scanner.take(",")
        else { return fail() }
        let key: ScannedText? = scanner.take("null") ? nil : scanner.text()
        guard scanner.take("]") else { return fail() }
        return Entry(name: name, unique: unique, key: key)
    }

    /// The entry of one index.
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
