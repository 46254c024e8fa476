import Foundation
import TerminalContract
import TestBench
import XCTest

/// A page that tells what people typed and what was said to it, lived by the real programs line by line, so that it cannot tell what is not so.
///
/// A command stands four spaces in, behind the name of who types it and `$`; what was said stands below, as far in.
struct LivedPage {
    /// Where it lies, seen from the root.
    let path: String
    /// What stands behind every command: the day of the page; of what is drawn also by which seed.
    let fixed: [String]
    /// What is given to somebody who types for the first time.
    var arriving: (Traveller) throws -> Void = { _ in }
    /// A word of the page as it is typed.
    var meant: (String) -> String = { $0 }
    /// What was said, as the page has it: without what chance makes.
    var shown: (String) -> String = { $0 }

    private struct Line {
        let who: String
        let app: String
        let words: [String]
    }

    /// Lives it.
    ///
    /// - Returns: who typed in it.
    func live(_ test: XCTestCase) throws -> Set<String> {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../" + path)
        let told = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        var homes: [String: String] = [:]
        var lived = ""
        for part in LivedPage.parts(of: told) {
            guard let line = LivedPage.command(part) else {
                lived += part
                continue
            }
            let person = try Traveller(line.app, test, home: homes[line.who])
            if homes.updateValue(person.home, forKey: line.who) == nil { try arriving(person) }
            let seen = try person.attempt(line.words.map(meant) + fixed)
            lived += part.prefix { $0 != "\n" } + "\n" + indented(shown(seen.output + seen.errors)) + "\n"
        }
        lived = LivedPage.ended(lived)
        guard lived != LivedPage.ended(told) else { return Set(homes.keys) }
        let name = file.lastPathComponent
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try Data(lived.utf8).write(to: copy)
        let pairs = zip(told.split(separator: "\n"), lived.split(separator: "\n"))
        let first = pairs.first { $0 != $1 }.map { "“\($1)” was “\($0)”" } ?? "longer or shorter"
        XCTFail("\(name) tells what is not so: \(first). Look at \(copy.path) and lay it there.")
        return Set(homes.keys)
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
        guard let found = part.prefixMatch(of: #/    ([a-z]+)\$ ([a-z]+) (.*)\n/#) else { return nil }
        return Line(who: String(found.1), app: String(found.2), words: ExampleLine.words(String(found.3)))
    }

    /// As it stands below a command, without what is proposed next.
    private func indented(_ said: String) -> String {
        let lines = said.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Next: ") }
        return LivedPage.ended(lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n"))
    }
}
