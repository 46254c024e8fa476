import Community
import Foundation
import Kernel

/// An attacker with a copy of a board's files, who knows the program and which names belong to
/// authors and which to voters. It tries to link authors to voters.
struct Attacker {
    /// A file of the community folder, as the attacker reads it.
    private struct File {
        let name: String
        let lines: [String]
        let modified: Double
    }

    /// The result of one attack: the possible voters of each author.
    struct Finding {
        let way: String
        let suspects: [String: Set<String>]
    }

    private let files: [File]
    private let authors: Set<String>
    private let voters: Set<String>

    init(filesOf folder: String, authors: Set<String>, voters: Set<String>) throws {
        self.authors = authors
        self.voters = voters
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        files = try names.sorted().compactMap { name in
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            return File(
                name: name, lines: text.split(separator: "\n").map(String.init),
                modified: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        }
    }

    /// Runs every attack.
    func findings() -> [Finding] {
        [
            Finding(way: "author and voter in one line", suspects: inOneLine()),
            Finding(way: "author and voter in neighbouring lines", suspects: inNeighboringLines()),
            Finding(way: "a word that both have and few others", suspects: byRareWords()),
            Finding(way: "one moment: stamps and times within a minute", suspects: byMoments()),
            Finding(way: "the order in which names come", suspects: byOrder()),
            Finding(way: "how often: numbers beside the author", suspects: byCounts()),
            Finding(way: "names computed from names", suspects: byDerivation()),
            Finding(way: "the times of the files", suspects: byFileTimes()),
        ]
    }

    /// Returns the number of authors that an attack links to their voter and at most one other.
    static func found(_ finding: Finding, _ truth: [String: String]) -> Int {
        finding.suspects.count { author, suspects in suspects.count <= 2 && truth[author].map(suspects.contains) == true
        }
    }

    // MARK: - Attacks

    private func inOneLine() -> [String: Set<String>] {
        pairs(lines.map { (mentioned($0, authors), mentioned($0, voters)) })
    }

    private func inNeighboringLines() -> [String: Set<String>] {
        pairs(
            files.flatMap { file in
                zip(file.lines, file.lines.dropFirst()).flatMap { line, next in
                    [
                        (mentioned(line, authors), mentioned(next, voters)),
                        (mentioned(next, authors), mentioned(line, voters)),
                    ]
                }
            })
    }

    /// Links by words of six letters and more that occur with at most three authors and three
    /// voters, such as device names and numbers.
    private func byRareWords() -> [String: Set<String>] {
        var occurrences: [String: (authors: Set<String>, voters: Set<String>)] = [:]
        for line in lines {
            let nearAuthors = mentioned(line, authors)
            let nearVoters = mentioned(line, voters)
            guard nearAuthors.count + nearVoters.count > 0 else { continue }
            for word in Set(Attacker.words(line))
            where word.utf8.count >= 6 && !authors.contains(word) && !voters.contains(word) {
                occurrences[word, default: ([], [])].authors.formUnion(nearAuthors)
                occurrences[word, default: ([], [])].voters.formUnion(nearVoters)
            }
        }
        return pairs(occurrences.values.filter { $0.authors.count <= 3 && $0.voters.count <= 3 })
    }

    private func byMoments() -> [String: Set<String>] {
        let authorMoments = moments(near: authors)
        let cast = moments(near: voters)
        return authorMoments.mapValues { instants in
            Set(cast.filter { $0.value.contains { instant in instants.contains { abs($0 - instant) < 60 } } }.keys)
        }.filter { !$0.value.isEmpty }
    }

    /// Links the first author to the first voter and so on, where voters are not sorted by name.
    private func byOrder() -> [String: Set<String>] {
        let heard = firsts(authors, in: files.flatMap(\.lines))
        var suspects: [String: Set<String>] = [:]
        for file in files {
            for stretch in stretches(of: file.lines) {
                let order = firsts(voters, in: stretch)
                guard order.count > 2, order != order.sorted(), order.count == heard.count else { continue }
                for (author, voter) in zip(heard, order) { suspects[author, default: []].insert(voter) }
            }
        }
        return suspects
    }

    /// Splits a file of names at its topics. A log stays whole.
    private func stretches(of lines: [String]) -> [[String]] {
        lines.contains { $0.hasPrefix("{") || $0.contains("\"ops\"") }
            ? [lines] : lines.split { $0.contains(" ") }.map(Array.init)
    }

    /// Links an author to a voter whose vote count equals a number next to the author.
    private func byCounts() -> [String: Set<String>] {
        var votes: [String: Int] = [:]
        for line in lines { for voter in mentioned(line, voters) { votes[voter, default: 0] += 1 } }
        let often = Dictionary(grouping: votes.keys) { votes[$0] ?? 0 }.filter { $0.value.count <= 2 }
        var suspects: [String: Set<String>] = [:]
        for line in lines {
            for author in mentioned(line, authors) {
                for word in ["\"vote\"", "\"upvote\"", "\"votes\""] where line.contains(word) {
                    for number in Attacker.words(line).compactMap(Int.init) {
                        suspects[author, default: []].formUnion(often[number] ?? [])
                    }
                }
            }
        }
        return suspects
    }

    /// Applies each name derivation of the program to every author.
    private func byDerivation() -> [String: Set<String>] {
        let purposes = [
            "author", "voter", "developer", "ledger", "attendance", "block", "farewell", "voters 2026-11",
            "active 2026-11",
        ]
        let present = Set(lines.flatMap(Attacker.words)).intersection(voters)
        var suspects: [String: Set<String>] = [:]
        for author in authors {
            for purpose in purposes {
                let digest = SHA256.digest(Array("commonplace \(purpose)\n\(author)".utf8))
                let name = Attacker.base32(digest)
                if present.contains(name) { suspects[author, default: []].insert(name) }
            }
        }
        return suspects
    }

    /// Links the voters of a file to authors whose last time is within a minute of the file's
    /// change. Times at midnight are ignored.
    private func byFileTimes() -> [String: Set<String>] {
        let last = moments(near: authors).compactMapValues { $0.max() }
        var suspects: [String: Set<String>] = [:]
        for file in files where file.modified.truncatingRemainder(dividingBy: 86_400) != 0 {
            let mentionedVoters = Set(file.lines.flatMap { mentioned($0, voters) })
            for (author, moment) in last where abs(moment - file.modified) < 60 && !mentionedVoters.isEmpty {
                suspects[author, default: []].formUnion(mentionedVoters)
            }
        }
        return suspects
    }

    // MARK: - Helpers

    private var lines: [String] { files.flatMap(\.lines) }

    private func mentioned(_ line: String, _ names: Set<String>) -> Set<String> {
        Set(Attacker.words(line)).intersection(names)
    }

    private func pairs(_ seen: [(Set<String>, Set<String>)]) -> [String: Set<String>] {
        var suspects: [String: Set<String>] = [:]
        for (nearAuthors, nearVoters) in seen
        where !nearVoters.isEmpty && nearAuthors.count <= 3 && nearVoters.count <= 3 {
            for author in nearAuthors {
                suspects[author] =
                    suspects[author].map { $0.intersection(nearVoters).isEmpty ? $0 : $0.intersection(nearVoters) }
                    ?? nearVoters
            }
        }
        return suspects
    }

    private func firsts(_ names: Set<String>, in lines: [String]) -> [String] {
        var seen: Set<String> = []
        return lines.flatMap { Attacker.words($0).filter { names.contains($0) && seen.insert($0).inserted } }
    }

    /// Returns times in seconds: milliseconds since 1970 in thirteen digits, and ISO 8601 dates.
    private func moments(near names: Set<String>) -> [String: [Double]] {
        var found: [String: [Double]] = [:]
        for line in lines {
            let nearAuthors = mentioned(line, names)
            guard !nearAuthors.isEmpty else { continue }
            let numbers = Attacker.words(line).filter { $0.utf8.count == 13 }.compactMap {
                Double($0).map { $0 / 1000 }
            }
            let instants = line.split(separator: "\"").compactMap { Instant(String($0)) }.map {
                Double($0.milliseconds) / 1000
            }
            for name in nearAuthors { found[name, default: []] += numbers + instants }
        }
        return found
    }

    private static func words(_ line: String) -> [String] {
        line.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    }

    private static func base32(_ bytes: [UInt8]) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits: [Int] = []
        for byte in bytes.prefix(16) {
            for place in 0..<8 { bits.append(Int(byte) >> (7 - place) & 1) }
        }
        bits += [0, 0]
        let digits: [Character] = (0..<26).map { place in
            alphabet[bits[(place * 5)..<(place * 5 + 5)].reduce(0) { $0 * 2 + $1 }]
        }
        return String(digits)
    }
}
