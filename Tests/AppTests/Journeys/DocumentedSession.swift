import Foundation
import TerminalTesting
import TestSupport
import XCTest

/// A documentation page with commands and their output. The real programs run every command, so
/// that the page can't differ from them.
///
/// A command is indented by four spaces after the name of its user and `$`; its output follows with
/// the same indentation.
struct DocumentedSession {
    /// The path of the page below the root.
    let path: String
    /// The options that each command gets: the day of the page and the seed for drawn content.
    let fixed: [String]
    /// Prepares the home of a user before their first command.
    var arriving: (AppUser) throws -> Void = { _ in }
    /// Converts a word of the page to the typed word.
    var meant: (String) -> String = { $0 }
    /// Converts the output to the text on the page, without random parts.
    var shown: (String) -> String = { $0 }

    private struct Line {
        let who: String
        let app: String
        let words: [String]
    }

    /// Runs the page's commands and compares their output. A difference fails the test.
    ///
    /// - Returns: The names of all users on the page.
    func live(_ test: XCTestCase) throws -> Set<String> {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../" + path)
        let saved = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        var homes: [String: String] = [:]
        var lived = ""
        for part in DocumentedSession.parts(of: saved) {
            guard let line = DocumentedSession.command(part) else {
                lived += part
                continue
            }
            let person = try AppUser(line.app, test, home: homes[line.who])
            if homes.updateValue(person.home, forKey: line.who) == nil { try arriving(person) }
            let result = try person.attempt(line.words.map(meant) + fixed)
            lived += part.prefix { $0 != "\n" } + "\n" + indented(shown(result.output + result.errors)) + "\n"
        }
        lived = DocumentedSession.ended(lived)
        guard lived != DocumentedSession.ended(saved) else { return Set(homes.keys) }
        let name = file.lastPathComponent
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try Data(lived.utf8).write(to: copy)
        let pairs = zip(saved.split(separator: "\n"), lived.split(separator: "\n"))
        let first = pairs.first { $0 != $1 }.map { "“\($1)” was “\($0)”" } ?? "longer or shorter"
        XCTFail("\(name) differs from the output: \(first). Check \(copy.path) and copy it there.")
        return Set(homes.keys)
    }

    private static func ended(_ text: String) -> String {
        String(text.reversed().drop(while: \.isNewline).reversed()) + "\n"
    }

    /// Splits the page into commands with their output and the text between them.
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
        guard let match = part.prefixMatch(of: #/    ([a-z]+)\$ ([a-z]+) (.*)\n/#) else { return nil }
        return Line(who: String(match.1), app: String(match.2), words: ExampleLine.words(String(match.3)))
    }

    /// The output as it is indented on the page, without the suggested next commands.
    private func indented(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Next: ") }
        return DocumentedSession.ended(lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n"))
    }
}
