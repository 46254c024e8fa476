import Kernel

/// What the menu of a desktop shows of the timer, by the Desktop Entry Specification: the program, which shows the
/// timer and begins a round where there is none, and actions beside it.
struct DesktopEntry {
    /// What its file is called.
    static let name = "focusflow.desktop"

    private static let actions = [
        (name: "start", title: "Start a round"), (name: "pause", title: "Pause"), (name: "resume", title: "Go on"),
        (name: "stop", title: "Stop"),
    ]

    /// The file, whose last line says by a sum that nobody changed it.
    let text: String

    /// - Parameter command: the program's absolute path, and the words that lead it to its records.
    /// - Throws: `menuUnsaid` for a path that cannot stand in such a file.
    init(_ command: [String]) throws {
        // By the specification a program's path has no "=", and a line has no other controls than its end.
        guard let program = command.first, program.hasPrefix("/"), !program.contains("="),
            command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(.menuUnsaid, "The program's path cannot stand in a menu.", advice: "Install the app, and try again.")
        }
        func line(_ verb: String...) -> String { "Exec=" + (command + verb).map(DesktopEntry.word).joined(separator: " ") }
        var lines = [
            "[Desktop Entry]", "Type=Application", "Name=FocusFlow", "Comment=A timer for focused work",
            line("start", "--or-show"),
            "Terminal=true", "Categories=Utility;Clock;", "Actions=\(DesktopEntry.actions.map { "\($0.name);" }.joined())",
        ]
        for action in DesktopEntry.actions {
            lines += ["", "[Desktop Action \(action.name)]", "Name=\(action.title)", line(action.name)]
        }
        let body = lines.joined(separator: "\n") + "\n"
        text = body + DesktopEntry.seal(of: body)
    }

    /// Whether a file is as this app wrote it, now or before.
    static func isOurs(_ text: String) -> Bool {
        let body = String(text.dropLast(DesktopEntry.seal(of: "").count))
        return text == body + DesktopEntry.seal(of: body)
    }

    private static func seal(of body: String) -> String {
        let sum = SHA256.digest(Array(body.utf8)).prefix(8)
        return "# focusflow desktop install \(sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())\n"
    }

    /// In quotes: what a quoted word escapes, a percent sign doubled, and then every backslash once more, as in each value of such a file.
    private static func word(_ word: String) -> String {
        var quoted = word.replacing("\\", with: "\\\\")
        for sign in ["\"", "`", "$"] { quoted = quoted.replacing(sign, with: "\\\(sign)") }
        return "\"\(quoted.replacing("%", with: "%%").replacing("\\", with: "\\\\"))\""
    }
}
