import Foundation
import TerminalContract
import TestBench
import XCTest

/// The month that `Modules/Club/CLUB.md` tells is lived by the real programs, line by line, so that the page cannot tell what is not so.
final class ClubMonthTests: XCTestCase {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Modules/Club/CLUB.md").standardizedFileURL
    /// The day of the month; of a lesson also what it is drawn by.
    private static let fixed = ["--today", "2026-11-28", "--seed", "1"]

    private struct Line {
        let who: String
        let words: [String]
    }

    func testThePageTellsWhatTheProgramsSay() throws {
        let told = try String(contentsOf: Self.page, encoding: .utf8)
        let home = try Home()
        let place = home.path("tigers")
        var people: [String: Traveller] = [:]
        var (code, lived) = ("", "")
        /// Words of the page as they are typed: the folder, and the code that was told last.
        func meant(_ word: String) -> String {
            word.replacing("…@/shared/tigers", with: code).replacing("/shared/tigers", with: place)
        }
        for part in Self.parts(of: told) {
            guard let line = Self.command(part) else {
                lived += part
                continue
            }
            let person = try people[line.who] ?? Traveller("dojang", self)
            people[line.who] = person
            let seen = try person.attempt(line.words.map(meant) + Self.fixed)
            if let fresh = seen.output.firstMatch(of: /[0-9a-f]{32}@[^ \n]+/) { code = String(fresh.output) }
            lived += part.prefix { $0 != "\n" } + "\n" + Self.shown(seen, place) + "\n"
        }
        XCTAssertEqual(people.count, 4)
        lived = Self.ended(lived)
        guard lived != Self.ended(told) else { return }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("CLUB.md")
        try Data(lived.utf8).write(to: copy)
        let pairs = zip(told.split(separator: "\n"), lived.split(separator: "\n"))
        let first = pairs.first { $0 != $1 }.map { "“\($1)” was “\($0)”" } ?? "longer or shorter"
        XCTFail("CLUB.md tells another month: \(first). Look at \(copy.path) and lay it there.")
    }

    private static func ended(_ text: String) -> String { String(text.reversed().drop(while: \.isNewline).reversed()) + "\n" }

    /// Commands with what stands below each, and what stands between.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map({ String($0) + "\n" }) {
            let isPlain = !line.hasPrefix("    ") && line != "\n"
            let begins = command(line) != nil || isPlain && parts.last.flatMap(command) != nil
            if begins || parts.isEmpty { parts.append(line) } else { parts[parts.count - 1] += line }
        }
        return parts
    }

    private static func command(_ part: String) -> Line? {
        guard let found = part.prefixMatch(of: #/    ([a-z]+)\$ dojang (.*)\n/#) else { return nil }
        return Line(who: String(found.1), words: ExampleLine.words(String(found.2)))
    }

    /// What was said, indented, without what chance makes and what is proposed next.
    private static func shown(_ seen: Traveller.Seen, _ place: String) -> String {
        let all = (seen.output + seen.errors).replacing(place, with: "/shared/tigers")
            .replacing(/[0-9a-f]{32}@/, with: "…@").replacing(/1[0-9a-z]{15}\)/, with: "…)")
        let lines = all.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix("Next: ") }
        let text = lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
        return ended(text)
    }
}
