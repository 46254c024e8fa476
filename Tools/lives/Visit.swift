import Foundation
import Kernel

/// Somebody at a machine with an app: every command that they give is watched.
final class Visit {
    let app: String
    let person: Person
    let machine: Machine
    /// Words that were erased, and may stand nowhere any more.
    var gone: [String] = []
    /// Texts that were written, to be known again when somebody cuts them.
    private var texts: [String] = []
    private var marks = 0
    private var known: Set<String> = []
    private var diary: Diary { machine.diary }

    init(_ app: String, person: Person, machine: Machine) { (self.app, self.person, self.machine) = (app, person, machine) }

    /// A text that stands nowhere else, and its first word.
    func plant() -> (text: String, mark: String) {
        marks += 1
        let mark = "planted\(marks)x\(String(person.chance.next() % 1_000_000, radix: 36))"
        let text = person.story(mark)
        texts.append(text)
        return (text, mark)
    }

    /// Gives a command of this app, or of another; clumsy fingers slip before they give it as it was meant.
    @discardableResult
    func give(_ words: String..., to other: String? = nil, lines: [String] = []) throws -> Machine.Said {
        try give(words, to: other, lines: lines)
    }

    /// The same with words that were put together.
    @discardableResult
    func give(_ words: [String], to other: String? = nil, lines: [String] = []) throws -> Machine.Said {
        let app = other ?? app
        if person.temper == .clumsy, person.isLucky(1, of: 5) {
            let slip = try watched(app, person.slip(words), [])
            // By an id that is a letter short it may have been understood: then it is done, and cannot be once more.
            if slip.status == 0, ["done", "delete"].contains(where: words.contains) { return slip }
        }
        return try watched(app, words, lines)
    }

    @discardableResult
    private func watched(_ app: String, _ words: [String], _ lines: [String]) throws -> Machine.Said {
        let said = try machine.run(app, words, lines: lines)
        note(app, words, said)
        judge(app, words, said)
        return said
    }

    /// Writes into the diary what was given and what came of it.
    func note(_ app: String, _ words: [String], _ said: Machine.Said) {
        let line = "\(app) " + words.map { $0.count > 40 ? $0.prefix(38) + "…" : $0 }.map(visible).joined(separator: " ")
        let status = said.status == 0 ? "" : "  [\(said.status)]"
        diary.line(
            "\(line.padding(toLength: max(44, line.count), withPad: " ", startingAt: 0))  \(visible(said.firstLine.prefix(110)))\(status)"
        )
    }

    /// The laws of a single command.
    func judge(_ app: String, _ words: [String], _ said: Machine.Said) {
        func breaks(_ law: Law, _ what: String) {
            diary.breaks(
                law, "\(app) \(words.map { visible($0.prefix(80)) }.joined(separator: " ")): \(visible(what.prefix(400)))")
        }
        if ![0, 1, 64, 65, 66, 69, 73, 75].contains(said.status) { breaks(.ends, "status \(said.status): \(said.errors)") }
        if said.status != 0, said.errors.isEmpty { breaks(.speaks, "status \(said.status) and no word") }
        let all = said.output + said.errors
        if let odd = all.unicodeScalars.first(where: {
            ($0.value < 32 && $0 != "\n" && $0 != "\t") || $0.value == 0x7F || $0 == "\u{202E}"
        }) {
            breaks(.pipe, "U+\(String(odd.value, radix: 16)) in “\(all.prefix(200))”")
        }
        for text in texts where isCut(text, in: all) { breaks(.whole, "“\(text.prefix(60))” is cut") }
        if words.contains("--json"), said.status == 0, said.json == nil { breaks(.json, said.output) }
        let left = (try? FileManager.default.contentsOfDirectory(atPath: machine.scratch)) ?? []
        if !left.isEmpty {
            breaks(.tidy, left.joined(separator: ", "))
            for name in left { try? FileManager.default.removeItem(atPath: "\(machine.scratch)/\(name)") }
        }
        for suggestion in suggestions(all, of: app) where known.insert(suggestion.joined(separator: " ")).inserted {
            if let answer = try? machine.run(app, suggestion + ["--help"]), answer.status != 0 {
                breaks(.suggests, "“\(app) \(suggestion.joined(separator: " "))”: \(answer.errors)")
            }
        }
    }

    /// A piece of a planted text with three dots behind it, unless it is a title in quotation marks, stands whole beside it, or the list says what shows it
    /// whole.
    private func isCut(_ text: String, in all: String) -> Bool {
        guard let mark = text.split(separator: " ").first, all.contains("…"), !all.contains(text) else { return false }
        let showsWhole = all.split(separator: "\n").contains {
            ($0.hasPrefix("Next: ") || $0.hasPrefix("Now: ")) && [" show ", " ROW", " read"].contains(where: $0.contains)
        }
        guard !showsWhole else { return false }
        return all.ranges(of: mark).contains { range in
            let shown = all[range.lowerBound...]
            let rest = shown.dropFirst(zip(shown, text).prefix { $0 == $1 }.count)
            return rest.hasPrefix("…") && !rest.hasPrefix("…”")
        }
    }

    /// The commands behind “Now:” and “Next:”, as words without the app's name. What is in quotes stays one word.
    private func suggestions(_ all: String, of app: String) -> [[String]] {
        let lines = all.split(separator: "\n")
        // Behind the command of “Now:” stands why.
        let now = lines.filter { $0.hasPrefix("Now: ") }.compactMap { $0.dropFirst(5).components(separatedBy: "  ").first }
        let next = lines.filter { $0.hasPrefix("Next: ") }.map { String($0.dropFirst(6)) }
        return (now + next).flatMap { line in
            line.components(separatedBy: ", \(app) ").map { one in
                let words = one.hasPrefix("\(app) ") ? String(one.dropFirst(app.count + 1)) : one
                return words.split(separator: " ").map { $0.trimmingCharacters(in: ["'", "\"", "`", "."]) }.filter { !$0.isEmpty }
            }
        }.filter { !$0.isEmpty }
    }

    private func visible(_ text: some StringProtocol) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 0x7F || $0 == "\u{202E}" ? "␛" : $0 })
        )
    }
}

/// What somebody does with an app in the course of weeks.
protocol Life {
    /// The first time.
    func arrive(_ visit: Visit) throws
    /// One of the things that people do.
    func deed(_ visit: Visit) throws
    /// What must hold at the end of the day, and what a person looks at then.
    func evening(_ visit: Visit) throws
    /// A session that goes on beyond midnight: the command, and lines that come one by one.
    var nightly: (words: [String], lines: [String]) { get }
}
