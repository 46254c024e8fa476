import Interface
import Kernel

/// The rules for output to programs, pipes and terminals.
enum DataRules {
    /// Checks that every example runs, and that `--json` and `--plain` give the documented keys.
    @Sendable static func forms(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        try fixture.runnable(command).flatMap { words in
            let people = try fixture.run(words)
            let json = try fixture.run(["--json"] + words)
            let failed = [people, json].filter { $0.status != 0 }.map { $0.finding("does not run") }
            guard failed.isEmpty, let returns = command.returns else { return failed }
            guard let value = try? JSONValue(Data(json.output.utf8)) else {
                return [json.finding("is not one JSON value")]
            }
            if let difference = mismatch(value, returns) { return [json.finding(difference)] }
            return lines(value, returns, try fixture.run(["--plain"] + words))
        }
    }

    /// Returns the difference between a value and its documentation.
    ///
    /// An aborted session returns no value.
    private static func mismatch(_ value: JSONValue, _ returns: Returns) -> String? {
        let documented = Set(returns.keys.map(\.name))
        let objects: [JSONValue]
        switch (value, returns.isList) {
        case (.null, _): objects = []
        case (.array(let values), true): objects = values
        case (.object, false): objects = [value]
        default: return returns.isList ? "is not a list" : "is not an object"
        }
        for object in objects {
            guard case .object(let members) = object else { return "holds something other than objects" }
            let difference = documented.symmetricDifference(members.keys)
            if !difference.isEmpty {
                return "documents other keys than it gives: \(difference.sorted().joined(separator: ", "))"
            }
        }
        return nil
    }

    /// Checks that `--plain` ends with one line per record, which has one field per key.
    private static func lines(_ value: JSONValue, _ returns: Returns, _ plain: RuleFixture.Outcome) -> [String] {
        let records = if case .array(let values) = value { values.count } else { value == .null ? 0 : 1 }
        let lines = plain.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().suffix(records)
        let isValid =
            lines.count == records && lines.allSatisfy { $0.count(where: { $0 == "\t" }) == returns.keys.count - 1 }
        return isValid && plain.status == 0 && !plain.output.contains("\u{1B}")
            ? [] : [plain.finding("is not a record a line")]
    }

    /// Checks that no control characters reach a pipe or a simple terminal, and no colors with
    /// `NO_COLOR`.
    @Sendable static func escapes(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let colorless = ["TERM": "xterm-256color", "NO_COLOR": "1", "LANG": "C.UTF-8"]
        return try fixture.runnable(command).flatMap { words in
            let without = [try fixture.run(words), try fixture.run(words, terminal: true, environment: dumb)]
            let uncolored = [
                try fixture.run(words, terminal: true, environment: colorless),
                try fixture.run(["--color", "never"] + words, terminal: true),
            ]
            return without.filter(hasControls).map { $0.finding("writes control characters") }
                + uncolored.filter { ($0.output + $0.error).contains(/\u{1B}\[[0-9;]*m/) }.map {
                    $0.finding("writes colours")
                }
        } + withHostileArguments(command, fixture)
    }

    /// The environment of a terminal without escape codes.
    private static let dumb = ["TERM": "dumb", "LANG": "C.UTF-8"]

    /// Checks a command with escape codes in every argument.
    private static func withHostileArguments(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let word = "x\u{1B}]0;y\u{7}\u{9B}31m\u{202E}z"
        let arguments = command.parameters.filter(\.isArgument).map { _ in word }
        let lines = [command.path + (arguments.isEmpty ? [word] : arguments), command.path + ["--" + word]]
        return try (lines + lines.map { $0 + ["--json"] }).map {
            try fixture.run($0, terminal: true, environment: dumb)
        }
        .filter(hasControls).map { $0.finding("lets control characters through") }
    }

    private static func hasControls(_ outcome: RuleFixture.Outcome) -> Bool {
        (outcome.output + outcome.error).unicodeScalars.contains { $0.isControl && $0 != "\n" && $0 != "\t" }
    }

    /// Checks that breakable content fits the terminal, and that commands and paths are whole at
    /// every width.
    @Sendable static func width(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let examples = command.returns == nil ? [] : fixture.runnable(command)
        return try ([["help"] + command.path] + examples).flatMap { words in
            let piped = try fixture.run(words, environment: dumb, columns: 40)
            let pieces = pieces(of: piped, app: fixture.app)
            return try [40, 80, 200].flatMap { columns in
                let drawn = try fixture.run(words, terminal: true, environment: dumb, columns: columns)
                let lines = drawn.output.split(separator: "\n").map { normalized(String($0)) }
                return lines.filter { isTooWide($0, columns, pieces) }.prefix(1).map {
                    drawn.finding("is wider than \(columns) columns: “\($0)”")
                }
                    + pieces.filter { piece in !lines.contains { $0.contains(piece) } }.prefix(3).map {
                        drawn.finding("breaks “\($0)” at \(columns) columns")
                    }
            }
        }
    }

    /// Returns whether a line exceeds the width for another reason than an unbreakable piece after
    /// at most a name or a word.
    private static func isTooWide(_ line: String, _ columns: Int, _ pieces: Set<String>) -> Bool {
        guard DisplayWidth.columns(of: line) > columns else { return false }
        let trimmedLine = line.drop { $0 == " " }
        return trimmedLine.contains(" ") && !pieces.contains { trimmedLine.contains($0) && $0.count > columns - 24 }
    }

    /// Returns the pieces that people copy: commands after “Next:” and between backticks, the app's
    /// examples, and paths.
    private static func pieces(of outcome: RuleFixture.Outcome, app: String) -> Set<String> {
        var pieces: Set<String> = []
        for line in outcome.output.split(separator: "\n") {
            let backtickParts = line.split(separator: "`", omittingEmptySubsequences: false)
            if backtickParts.count % 2 == 1 {
                pieces.formUnion(backtickParts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
            }
            if line.hasPrefix("\(app) "), line.firstMatch(of: /\[(--|[A-Z]|options)/) == nil {
                pieces.insert(String(line))
            }
            if let next = line.wholeMatch(of: /Next: (.*)/)?.1 {
                pieces.formUnion(
                    next.split(separator: ", \(app) ").map { $0.hasPrefix("\(app) ") ? String($0) : "\(app) \($0)" })
            }
            pieces.formUnion(
                line.split(separator: " ").map {
                    String($0.trimming { !$0.isLetter && !$0.isNumber && $0 != "/" && $0 != "~" })
                }
                .filter { $0.contains("/") && $0.count > 3 })
        }
        return Set(pieces.filter { $0.contains { !$0.isWhitespace } }.map(normalized))
    }

    /// Replaces new identifiers and times by values that are equal in every run.
    private static func normalized(_ text: String) -> String {
        // The end of an identifier may have no figure. That other words of its letters become alike
        // too does no harm.
        text.replacing(/[0-9a-z]{5,}/) { $0.output.contains { "ilou".contains($0) } ? $0.output : "#####" }
    }

    /// Checks that every example runs on a terminal without colors, motion and control characters.
    @Sendable static func plainIsWhole(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        try fixture.runnable(command).compactMap { words in
            let outcome = try fixture.run(["--plain", "--color", "never", "--reduced-motion"] + words, terminal: true)
            return outcome.status == 0 && !hasControls(outcome)
                ? nil : outcome.finding("is not whole without decoration")
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isRemoved: (Character) -> Bool) -> Substring {
        var rest = self
        while let first = rest.first, isRemoved(first) { rest.removeFirst() }
        while let last = rest.last, isRemoved(last) { rest.removeLast() }
        return rest
    }
}
