import Foundation
import Kernel

/// A user at a machine with an app, whose every command is checked.
final class Visit {
    let app: String
    let person: Person
    let machine: Machine
    /// The erased words, which no file may contain.
    var erasedWords: [String] = []
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
    func newText() -> (text: String, mark: String) {
        marks += 1
        let mark = "planted\(marks)x\(String(person.random.next() % 1_000_000, radix: 36))"
        let text = person.story(mark)
        texts.append(text)
        return (text, mark)
    }

    /// Runs a command of this app or of another. A clumsy person mistypes it first and then gives
    /// it correctly.
    @discardableResult
    func give(_ words: String..., to other: String? = nil, lines: [String] = []) throws -> Machine.RunResult {
        try give(words, to: other, lines: lines)
    }

    @discardableResult
    func give(_ words: [String], to other: String? = nil, lines: [String] = []) throws -> Machine.RunResult {
        let app = other ?? app
        if person.temper == .clumsy, person.isLucky(1, of: 5) {
            let typo = try runAndCheck(app, person.typo(words), [])
            // An ID that is one letter short may still be understood. The command is then done and
            // cannot be repeated.
            if typo.status == 0, ["done", "delete"].contains(where: words.contains) { return typo }
        }
        return try runAndCheck(app, words, lines)
    }

    @discardableResult
    private func runAndCheck(_ app: String, _ words: [String], _ lines: [String]) throws -> Machine.RunResult {
        let result = try machine.run(app, words, lines: lines)
        note(app, words, result)
        check(app, words, result)
        return result
    }

    func note(_ app: String, _ words: [String], _ result: Machine.RunResult) {
        let line =
            "\(app) " + words.map { $0.count > 40 ? $0.prefix(38) + "…" : $0 }.map(visible).joined(separator: " ")
        let status = result.status == 0 ? "" : "  [\(result.status)]"
        diary.line(
            "\(line.padding(toLength: max(44, line.count), withPad: " ", startingAt: 0))"
                + "  \(visible(result.firstLine.prefix(110)))\(status)"
        )
    }

    /// Checks the laws of a single command.
    func check(_ app: String, _ words: [String], _ result: Machine.RunResult) {
        func reportBroken(_ law: Law, _ what: String) {
            diary.reportBroken(
                law,
                "\(app) \(words.map { visible($0.prefix(80)) }.joined(separator: " ")): \(visible(what.prefix(400)))")
        }
        if ![0, 1, 64, 65, 66, 69, 73, 75].contains(result.status) {
            reportBroken(.ends, "status \(result.status): \(result.errors)")
        }
        if result.status != 0, result.errors.isEmpty {
            reportBroken(.speaks, "status \(result.status) without a message")
        }
        let all = result.output + result.errors
        if let odd = all.unicodeScalars.first(where: {
            ($0.value < 32 && $0 != "\n" && $0 != "\t") || $0.value == 0x7F || $0 == "\u{202E}"
        }) {
            reportBroken(.pipe, "U+\(String(odd.value, radix: 16)) in “\(all.prefix(200))”")
        }
        for text in texts where isCut(text, in: all) { reportBroken(.whole, "“\(text.prefix(60))” is cut") }
        if words.contains("--json"), result.status == 0, result.json == nil { reportBroken(.json, result.output) }
        let leftovers = (try? FileManager.default.contentsOfDirectory(atPath: machine.scratch)) ?? []
        if !leftovers.isEmpty {
            reportBroken(.tidy, leftovers.joined(separator: ", "))
            for name in leftovers { try? FileManager.default.removeItem(atPath: "\(machine.scratch)/\(name)") }
        }
        for suggestion in suggestions(all, of: app) where known.insert(suggestion.joined(separator: " ")).inserted {
            if let answer = try? machine.run(app, suggestion + ["--help"]), answer.status != 0 {
                reportBroken(.suggests, "“\(app) \(suggestion.joined(separator: " "))”: \(answer.errors)")
            }
        }
    }

    /// Returns whether a planted text is cut by an ellipsis.
    ///
    /// A shortened title in quotation marks is allowed. So is a text that also appears in full, or
    /// a list that names the command for the full text.
    private func isCut(_ text: String, in all: String) -> Bool {
        guard let mark = text.split(separator: " ").first, all.contains("…"), !all.contains(text) else { return false }
        let namesFullText = all.split(separator: "\n").contains {
            ($0.hasPrefix("Next: ") || $0.hasPrefix("Now: "))
                && [" show ", " ROW", " read"].contains(where: $0.contains)
        }
        guard !namesFullText else { return false }
        return all.ranges(of: mark).contains { range in
            let excerpt = all[range.lowerBound...]
            let rest = excerpt.dropFirst(zip(excerpt, text).prefix { $0 == $1 }.count)
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
            line.components(separatedBy: ", \(app) ").map { part in
                let words = part.hasPrefix("\(app) ") ? String(part.dropFirst(app.count + 1)) : part
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
    func setUp(_ visit: Visit) throws
    /// Performs one of the person's usual actions.
    func act(_ visit: Visit) throws
    /// Checks the rules at the end of the day, and performs the person's usual look at the app.
    func evening(_ visit: Visit) throws
    /// A session that runs past midnight: the command, and the lines that arrive one by one.
    var nightly: (words: [String], lines: [String]) { get }
}
