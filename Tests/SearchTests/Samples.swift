import Foundation
import Kernel
import Korean
import Search
import Synchronization

/// A searchable record. Several can share a day, and the greatest day is the newest.
struct Page: Storable, Equatable {
    let id: Identifier<Page>
    let day: Int
    let passages: [String]

    static let byDay = Index<Page, Int>.ordered("day") { $0.day < 0 ? nil : $0.day }
    static let collection = RecordCollection<Page>("pages", indexes: [byDay])
    static let searched = SearchSource(byDay) { $0.passages }

    /// Returns a page of random words from a small vocabulary.
    static func random(_ number: Int, _ random: inout RandomSource) -> Page {
        let passages = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(upTo: 6, &random) }
        return Page(id: Identifier("p\(number)"), day: Int.random(in: -1...5, using: &random), passages: passages)
    }

    static func text(upTo length: Int, _ random: inout RandomSource) -> String {
        (0..<Int.random(in: 0...length, using: &random)).reduce(into: "") { text, _ in
            text += (vocabulary.randomElement(using: &random) ?? "") + (gaps.randomElement(using: &random) ?? "")
        }
    }

    private static let vocabulary = [
        "frost", "Frosty", "fro", "gate", "Gâte", "the", "a", "ab", "abc", "don't", "x1", "１２", "12", "태권도", "태권", "태",
        "걷는", "걷",
        "서기를", "ㅋㅋ",
        "값", "跆拳", "道", "カラテ", "ß", "İx", "e\u{301}te", "Ωmega", "\u{1100}\u{1165}\u{11AE}", "नमस्ते", "ﬁn", "👍", "ab12태",
        String(repeating: "y", count: 70),
    ]
    private static let gaps = [" ", " ", " ", " ", "\n", ", ", "-", "", "\u{1}", "…", "\"", "’", "\u{200D}"]

    /// Returns a random query, valid or unusual.
    static func query(_ random: inout RandomSource) -> String {
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
            let word = vocabulary.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return "\"\(text(upTo: 3, &random))\""
            case 1: return String(word.prefix(Int.random(in: 1...3, using: &random)))
            case 2: return Hangul.initials(of: word)
            case 3: return ["ㅌㄱ", "ㄱㄴㅅㄱ", "ㅋ", "ㄳ", "ㄱㄷ", "걷ㄴ", "\"", "“the"].randomElement(using: &random) ?? ""
            default: return word
            }
        }
        return parts.joined(separator: " ")
    }
}

extension IndexedSearch.IndexingPolicy {
    /// Caches every index and merges after `leastTouched` changes.
    static func eager(_ leastTouched: Int) -> Self {
        var economy = Self()
        (economy.minimumCachedDocuments, economy.mergeThreshold, economy.documentsPerThresholdStep) = (
            0, leastTouched, .max
        )
        return economy
    }
}

enum Folder {
    /// Runs `body` with a temporary folder.
    static func use<Value>(_ body: (String) throws -> Value) throws -> Value {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}

/// Counts how often a record's text is read.
final class Counting: Sendable {
    private let taken = Mutex(0)

    func count() -> Int { taken.withLock { $0 } }

    var source: SearchSource {
        SearchSource(Page.byDay) { (page: Page) in
            self.taken.withLock { $0 += 1 }
            return page.passages
        }
    }
}

extension Page {
    static func counting() -> Counting { Counting() }
}
