/// The sentences of a language, searched in place: nothing is read before somebody asks, and then a few lines.
///
/// The bytes are those of a pack whose keys stand in the order of their bytes (`LanguagePack.bytes`).
struct StringsTable: Sendable {
    /// One sentence in a language.
    struct Entry: Hashable, Sendable {
        var forms: [PluralForm: String] = [:]

        /// What is said with this number; nil for an entry with nothing in it.
        func text(_ form: PluralForm) -> String? { forms[form] ?? forms[.other] ?? forms[.one] }
    }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The sentence of a key; nil where there is none.
    func entry(_ key: String) -> Entry? {
        let wanted = Array(key.utf8)
        let start = lowerBound(wanted)
        guard let found = self.key(at: start), bytes[found].elementsEqual(wanted) else { return nil }
        return entry(behind: found.upperBound)
    }

    /// The keys that begin so, in order, until somebody has had enough.
    func keys(beginning prefix: [UInt8], _ body: (String, () -> Entry) -> Bool) {
        var start = lowerBound(prefix)
        while let found = key(at: start), bytes[found].starts(with: prefix) {
            if !body(String(decoding: bytes[found], as: UTF8.self), { entry(behind: found.upperBound) }) { return }
            start = next(after: found.upperBound)
        }
    }

    // MARK: - Lines

    /// Where the first key stands that is not before this one; the end where there is none.
    private func lowerBound(_ wanted: [UInt8]) -> Int {
        var (low, high) = (0, bytes.count)
        while low < high {
            let start = next(after: (low + high) / 2)
            if start < high, let found = key(at: start) {
                if bytes[found].lexicographicallyPrecedes(wanted) { low = start + 1 } else { high = (low + high) / 2 }
            } else {
                high = (low + high) / 2
            }
        }
        return next(after: low)
    }

    /// The start of the first line with a key from here on: `= ` behind a line end.
    private func next(after place: Int) -> Int {
        var place = place
        while place + 1 < bytes.count {
            if bytes[place] == 0x3D, bytes[place + 1] == 0x20, place == 0 || bytes[place - 1] == 0x0A { return place }
            place += 1
        }
        return bytes.count
    }

    private func key(at start: Int) -> Range<Int>? {
        guard start < bytes.count else { return nil }
        return (start + 2)..<end(ofLineAt: start)
    }

    private func end(ofLineAt start: Int) -> Int { bytes[start...].firstIndex(of: 0x0A) ?? bytes.count }

    private func entry(behind place: Int) -> Entry {
        var entry = Entry()
        var start = place + 1
        while start < bytes.count, bytes[start] == 0x3E {
            let end = end(ofLineAt: start)
            let line = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
            if let blank = line.firstIndex(of: " ") {
                entry.forms[PluralForm(rawValue: String(line[..<blank])) ?? .other] = String(line[line.index(after: blank)...])
            }
            start = end + 1
        }
        return entry
    }
}
