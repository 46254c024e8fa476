import Diary
import FeedbackCOIN
import Foundation
import Kernel
import Search
import SearchAdapters
import Storage

/// A benchmark of the text search over ten thousand notes of a kilobyte each.
///
/// It runs in process, next to SQLite's FTS5 where installed, and as whole processes of the apps.
struct SearchBenchmark {
    static let notes = 10_000
    let directory: String
    let binaries: String
    let rounds: Int
    /// The reference day, which may be any day because no note is sealed here.
    private let today = Day(ordinal: 20_777)

    func run() throws -> Report {
        let environment = ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        // In a process of its own, because the measured process would inherit the size of the one
        // that prepared the data.
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-notes", directory], environment: environment)
        var report = Report(title: "Text search, \(SearchBenchmark.notes) notes of 1 kB (\(rounds) rounds)")
        let store = try FileStore(directory: directory + "/grain", now: now)
        let diary = StoredDiaryRepository(store, search: IndexedSearch(cache: .folder(directory + "/grain/search")))
        let peer = try Peer(directory + "/peer.db")
        report.rows += try building(store, peer)
        for question in Question.all { report.rows += try questionRows(question, diary, peer) }
        try store.close()
        report.rows += try processes(environment)
        return report
    }

    /// One question in the app's syntax and in that of FTS5.
    private struct Question {
        let name: String
        let words: String
        let match: String

        static let all = [
            Question(name: "rare word, ≤ 1 ms", words: "\"\(Prose.rare)\"", match: Prose.rare),
            Question(name: "common word, newest 20 of all, ≤ 10 ms", words: "\"\(Prose.common)\"", match: Prose.common),
            Question(
                name: "two common words", words: "\(Prose.common) \"\(Prose.usual)\"",
                match: "\(Prose.common) AND \(Prose.usual)"
            ),
            Question(
                name: "phrase of common words", words: "\"\(Prose.common) \(Prose.usual)\"",
                match: "\"\(Prose.common) \(Prose.usual)\""),
            Question(name: "beginning of a word", words: Prose.beginning, match: "\(Prose.beginning)*"),
        ]
    }

    private func building(_ store: FileStore, _ peer: Peer?) throws -> [Row] {
        var ours = Samples()
        var theirs = Samples()
        for _ in 0..<3 {
            try? FileManager.default.removeItem(atPath: directory + "/grain/search")
            let search = IndexedSearch(cache: .folder(directory + "/grain/search"))
            try ours.add(
                timed {
                    _ = try StoredDiaryRepository(store, search: search).search(SearchQuery("x"), on: today, limit: 1)
                })
            if let peer { try theirs.add(timed { try peer.fill() }) }
        }
        let size =
            (try? FileManager.default.attributesOfItem(atPath: directory + "/grain/search/diary.entries.index"))?[.size]
            as? Int
        return rows(
            "index built from the store's records", ours, peer == nil ? nil : theirs, note: "\((size ?? 0) >> 10) KiB")
    }

    private func questionRows(_ question: Question, _ diary: StoredDiaryRepository, _ peer: Peer?) throws -> [Row] {
        let query = try SearchQuery(question.words)
        let counted = try SearchQuery(question.words)
        let resultCount = try diary.search(counted, on: today, limit: 0).count
        var ours = Samples()
        var theirs = Samples()
        for _ in 0..<max(rounds, 20) {
            // Only the search is measured. Reading the records costs the same in both programs.
            try ours.add(timed { _ = try diary.search(query, on: today, limit: 0) })
            if let peer { try theirs.add(timed { try peer.ask(question.match) }) }
        }
        if let peer, try peer.count(question.match) != resultCount {
            throw BenchmarkError("\(question.name): SQLite found others")
        }
        return rows(question.name, ours, peer == nil ? nil : theirs, note: "\(resultCount) found")
    }

    private func rows(_ name: String, _ ours: Samples, _ theirs: Samples?, note: String) -> [Row] {
        guard let theirs else { return [Row(name, "Commonplace", ours, note: note)] }
        return [
            Row(name, "Commonplace", ours, ratio: theirs.median / ours.median, note: note),
            Row(name, "SQLite FTS5", theirs),
        ]
    }

    private func processes(_ environment: [String: String]) throws -> [Row] {
        try ["grain", "coin"].flatMap { app in
            let data = "\(directory)/\(app)"
            let words = [Prose.rare, "--data", data]
            _ = try ProcessMeasurement.run("\(binaries)/\(app)", ["search"] + words, environment: environment)
            let warm = try sampled(app, ["search"] + words, environment) {}
            let common = try sampled(app, ["search", "--limit", "20", Prose.common, "--data", data], environment) {}
            let bare = try sampled(app, ["search"] + words, environment) {
                try FileManager.default.removeItem(atPath: data + "/search")
            }
            return [
                Row("\(app) search, a rare word, ≤ 80 ms", "Commonplace", warm.0, note: warm.1),
                Row("\(app) search --limit 20, a common word, ≤ 80 ms", "Commonplace", common.0, note: common.1),
                Row("\(app) search without its index", "Commonplace", bare.0, note: bare.1),
            ]
        }
    }

    private func sampled(_ app: String, _ words: [String], _ environment: [String: String], _ before: () throws -> Void)
        throws
        -> (
            Samples, String
        )
    {
        var samples = Samples()
        var peak = 0
        for _ in 0..<min(rounds, 20) {
            try before()
            let process = try ProcessMeasurement.run("\(binaries)/\(app)", words, environment: environment)
            guard process.status == 0 else {
                throw BenchmarkError("\(app) \(words) ended with status \(process.status)")
            }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return (samples, "\(peak >> 20) MiB")
    }

    /// Writes the notes that the apps search.
    static func write(_ directory: String) throws {
        let grain = try FileStore(directory: directory + "/grain", now: now)
        let coin = try FileStore(directory: directory + "/coin", now: now)
        for first in stride(from: 0, to: notes, by: 500) {
            try grain.write { try $0.put(contentsOf: (first..<first + 500).map(entry)) }
            try coin.write { try $0.put(contentsOf: (first..<first + 500).map(feedback)) }
        }
        // The last change is a small one, as a user would make.
        try grain.write { try $0.put(entry(notes - 1)) }
        try coin.write { try $0.put(feedback(notes - 1)) }
        try grain.close()
        try coin.close()
    }

    private static func entry(_ number: Int) throws -> Entry {
        let day = Day(ordinal: 10_000 + number)
        guard let path = PhotoPath(day: day, name: "p\(number)", type: .jpeg) else { throw BenchmarkError("no path") }
        let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .jpeg)
        return Entry(day: day, note: Prose.note(number), photo: photo, createdAt: Instant(milliseconds: Int64(number)))
    }

    private static func feedback(_ number: Int) -> FeedbackEntry {
        let words = Prose.note(number)
        let half = words.index(words.startIndex, offsetBy: words.count / 2)
        return FeedbackEntry(
            id: Identifier("f\(100_000 + number)"),
            text: FeedbackText(context: String(words[..<half]), observation: String(words[half...])),
            createdAt: Instant(milliseconds: Int64(number)))
    }
}

extension SearchBenchmark {
    /// SQLite with a full-text index over the same notes.
    private final class Peer {
        private let database: SQLite

        /// Creates the peer, or returns nil if the machine lacks SQLite or FTS5.
        init?(_ path: String) throws {
            guard SQLite.version != nil else { return nil }
            database = try SQLite(path)
            guard
                (try? database.run(
                    "create virtual table if not exists words using fts5(body, tokenize='unicode61 remove_diacritics 2')"
                )) != nil
            else { return nil }
            for number in 0..<SearchBenchmark.notes {
                if number % 500 == 0 { try database.run("begin") }
                try database.run("insert into notes values('\(number)', \(number), '\(Prose.note(number))')")
                if number % 500 == 499 { try database.run("commit") }
            }
        }

        func fill() throws {
            try database.run("drop table words")
            try database.run("create virtual table words using fts5(body, tokenize='unicode61 remove_diacritics 2')")
            try database.run("insert into words(rowid, body) select number, body from notes order by number")
        }

        /// Reads the newest twenty matches and their total number, which the apps show.
        func ask(_ match: String) throws {
            _ = try database.bodies("select rowid from words where words match '\(match)' order by rowid desc limit 20")
            _ = try count(match)
        }

        func count(_ match: String) throws -> Int {
            try database.number("select count(*) from words where words match '\(match)'")
        }
    }
}

/// Notes of a kilobyte with word frequencies of a language (Zipf), the same at each run.
private enum Prose {
    static let rare = "quagmire"
    static let common = word(1)
    static let usual = word(2)
    static let beginning = "ba"

    static func note(_ number: Int) -> String {
        var random = RandomSource(seed: UInt64(number) + 1)
        var text = number % 1_000 == 7 ? rare : word(1)
        while text.utf8.count < 985 {
            // An approximate inverse of Zipf's distribution over 20,000 words.
            let share = random.nextFraction()
            text += (random.next() % 12 == 0 ? ". " : " ") + word(Int(exp(share * log(20_000))))
        }
        return text
    }

    private static let syllables = (0..<60).map {
        ["b", "t", "k", "m", "n", "s", "l", "r", "d", "g", "p", "v"][$0 % 12] + ["a", "e", "i", "o", "u"][$0 / 12]
    }

    /// Returns the word of a rank, built from syllables of two letters.
    private static func word(_ rank: Int) -> String {
        var rest = rank
        var text = ""
        repeat {
            text += syllables[rest % 60]
            rest /= 60
        } while rest > 0
        return text + (rank < 60 ? "" : "n")
    }
}
