import Foundation
import Kernel

/// A user at a machine with an app, whose every command is checked.
final class Visit {
    let app: String
    let person: Person
    let machine: Machine
    /// Words that were erased and may no longer be found anywhere.
    var gone: [String] = []
    /// The texts that were written, used to recognize truncated copies.
    private var texts: [String] = []
    private var marks = 0
    private var known: Set<String> = []
    private var diary: Diary { machine.diary }

    init(_ app: String, person: Person, machine: Machine) {
        self.app = app
        self.person = person
        self.machine = machine
    }

    /// Returns a text that occurs once, and its first word.
    func plant() -> (text: String, mark: String) {
        marks += 1
        let mark = "planted\(marks)x\(String(person.chance.next() % 1_000_000, radix: 36))"
        let text = person.story(mark)
        texts.append(text)
        return (text, mark)
    }

    /// Gives a command of this app or of another. A clumsy person mistypes it first and then gives
    /// it correctly.
    @discardableResult
    func give(_ words: String..., to other: String? = nil, lines: [String] = []) throws -> Machine.Said {
        try give(words, to: other, lines: lines)
    }

    @discardableResult
    func give(_ words: [String], to other: String? = nil, lines: [String] = []) throws -> Machine.Said {
        let app = other ?? app
        if person.temper == .clumsy, person.isLucky(1, of: 5) {
            let slip = try watched(app, person.slip(words), [])
            // An ID that is one letter short may still be understood. The command is then done and
            // cannot be repeated.
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

    func note(_ app: String, _ words: [String], _ said: Machine.Said) {
        let line =
            "\(app) " + words.map { $0.count > 40 ? $0.prefix(38) + "…" : $0 }.map(visible).joined(separator: " ")
        let status = said.status == 0 ? "" : "  [\(said.status)]"
        diary.line(
            "\(line.padding(toLength: max(44, line.count), withPad: " ", startingAt: 0))  \(visible(said.firstLine.prefix(110)))\(status)"
        )
    }

    /// Checks the laws of a single command.
    func judge(_ app: String, _ words: [String], _ said: Machine.Said) {
        func breaks(_ law: Law, _ what: String) {
            diary.breaks(
                law,
                "\(app) \(words.map { visible($0.prefix(80)) }.joined(separator: " ")): \(visible(what.prefix(400)))")
        }
        if ![0, 1, 64, 65, 66, 69, 73, 75].contains(said.status) {
            breaks(.ends, "status \(said.status): \(said.errors)")
        }
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

    /// Returns whether a planted text is cut by an ellipsis.
    ///
    /// A title in quotation marks is allowed. So is a text that is also shown whole, or a list that
    /// names the command that shows it whole.
    private func isCut(_ text: String, in all: String) -> Bool {
        guard let mark = text.split(separator: " ").first, all.contains("…"), !all.contains(text) else { return false }
        let showsWhole = all.split(separator: "\n").contains {
            ($0.hasPrefix("Next: ") || $0.hasPrefix("Now: "))
                && [" show ", " ROW", " read"].contains(where: $0.contains)
        }
        guard !showsWhole else { return false }
        return all.ranges(of: mark).contains { range in
            let shown = all[range.lowerBound...]
            let rest = shown.dropFirst(zip(shown, text).prefix { $0 == $1 }.count)
            return rest.hasPrefix("…") && !rest.hasPrefix("…”")
        }
    }

    /// Returns the commands after “Now:” and “Next:”, as words without the app's name. Quoted text
    /// stays one word.
    private func suggestions(_ all: String, of app: String) -> [[String]] {
        let lines = all.split(separator: "\n")
        // The reason follows the command of “Now:”.
        let now = lines.filter { $0.hasPrefix("Now: ") }.compactMap {
            $0.dropFirst(5).components(separatedBy: "  ").first
        }
        let next = lines.filter { $0.hasPrefix("Next: ") }.map { String($0.dropFirst(6)) }
        return (now + next).flatMap { line in
            line.components(separatedBy: ", \(app) ").map { one in
                let words = one.hasPrefix("\(app) ") ? String(one.dropFirst(app.count + 1)) : one
                return words.split(separator: " ").map { $0.trimmingCharacters(in: ["'", "\"", "`", "."]) }.filter {
                    !$0.isEmpty
                }
            }
        }.filter { !$0.isEmpty }
    }

    private func visible(_ text: some StringProtocol) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || $0.value == 0x7F || $0 == "\u{202E}" ? "␛" : $0 })
        )
    }
}

/// The behavior of a person with an app over weeks.
protocol Life {
    /// Performs the first visit.
    func arrive(_ visit: Visit) throws
    /// Performs one of the person's usual actions.
    func deed(_ visit: Visit) throws
    /// Checks the rules at the end of the day, and performs the person's usual look at the app.
    func evening(_ visit: Visit) throws
    /// A session that runs past midnight: the command, and the lines that arrive one by one.
    var nightly: (words: [String], lines: [String]) { get }
}
