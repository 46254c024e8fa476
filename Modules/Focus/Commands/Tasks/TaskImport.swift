import Focus
import Interface
import Kernel

/// The command that adds many tasks at once.
extension TaskCommands {
    /// The maximum number of lines in an import. `largestFile` limits its file, in bytes.
    private static let mostLines = 10_000
    private static let largestFile = 4 << 20

    var importEntries: Command {
        Command(
            "task import", "Add many tasks, one on each line",
            discussion: [
                "If a line cannot be read, it is named and no task is added. Empty lines are skipped.",
                TaskCommands.grammar,
            ]
            .joined(separator: "\n\n"),
            examples: [
                .init("task import tasks.txt", "one task on each line", runs: false),
                .init("task import tasks.txt --dry-run", "only check whether every line can be read", runs: false),
            ],
            .argument("file", .inputFile, "a text file; - is standard input"), returns: .list(TaskFields.row),
            changes: true
        ) { file in
            let parsedLines = try TaskCommands.lines(of: file).map { number, line in
                do { return try parse(line) } catch let failure as Failure {
                    throw Failure(
                        failure.code, "Line \(number): \(failure.message) Nothing was added.", advice: failure.advice,
                        kind: .badData)
                }
            }
            let addedTasks = try tasks.add(all: parsedLines.map(\.draft))
            let doubts = parsedLines.flatMap(\.doubts)
            let moreDoubts =
                doubts.count > 3
                ? ["And \(counted(doubts.count - 3, "word")) more that you may have meant differently."] : []
            var output = Output.list(
                addedTasks.map(row), TaskFields.row, empty: "\(file.path) is empty.", next: ["task list", "undo"])
            output.blocks = addedTasks.isEmpty ? output.blocks : []
            output.notice =
                (["Added \(counted(addedTasks.count, "task")).", "\(try tasks.usage())."] + doubts.prefix(3)
                + moreDoubts).joined(
                    separator: " ")
            return output
        }
    }

    /// Returns the nonempty lines with their numbers.
    private static func lines(of file: InputFile) throws -> [(number: Int, text: String)] {
        let text = try file.bytes(limit: largestFile)
        guard let text = String(validating: text, as: UTF8.self) else {
            throw Failure(.tasksUnreadable, "\(file.path) is not text in UTF-8. Nothing was added.", kind: .badData)
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { (number: $0.offset + 1, text: String($0.element)) }.filter { $0.text.contains { !$0.isWhitespace } }
        guard lines.count <= mostLines else {
            throw Failure(
                .tasksUnreadable, "\(file.path) has more than \(mostLines) lines. Nothing was added.",
                advice: "Split the file into parts.", kind: .badData)
        }
        return lines
    }
}
