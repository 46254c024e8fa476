import Kernel

/// What the menu of a desktop shows of an app, by the Desktop Entry Specification: what a click runs in a terminal, and actions beside it.
public struct DesktopEntry: Sendable {
    /// What stands in the menu behind a right click.
    public struct Action: Sendable {
        let name: String
        let title: String

        /// - Parameters:
        ///   - name: the app's command, one word.
        ///   - title: what people read.
        public init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }
    }

    /// The program: its file is `NAME.desktop`.
    let app: String
    /// The app's name for people.
    let title: String
    /// What a click does, and a right click, in a sentence or two.
    let about: String
    private let comment: String
    private let categories: [String]
    private let opens: [String]
    private let actions: [Action]

    /// - Parameters:
    ///   - app: the program's name.
    ///   - title: the app's name for people.
    ///   - comment: what it is, in a few words.
    ///   - categories: of the menu, by their registered names: `Utility`.
    ///   - opens: the words behind the program that a click runs.
    ///   - about: what that does, for help: "A click shows the timer."
    public init(
        app: String, title: String, comment: String, categories: [String], opens: [String], actions: [Action], about: String
    ) {
        (self.app, self.title, self.comment, self.categories) = (app, title, comment, categories)
        (self.opens, self.actions, self.about) = (opens, actions, about)
    }

    /// The file, whose last line says by a sum that nobody changed it.
    ///
    /// - Parameter command: the program's absolute path, and the words that lead it to its records.
    /// - Throws: `menuUnsaid` for a path that cannot stand in such a file.
    func text(_ command: [String]) throws -> String {
        // By the specification a program's path has no "=", and a line has no other controls than its end.
        guard let program = command.first, program.hasPrefix("/"), !program.contains("="),
            command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(.menuUnsaid, "The program's path cannot stand in a menu.", advice: "Install the app, and try again.")
        }
        func line(_ words: [String]) -> String { "Exec=" + (command + words).map(DesktopEntry.word).joined(separator: " ") }
        var lines = [
            "[Desktop Entry]", "Type=Application", "Name=\(title)", "Comment=\(comment)", line(opens), "Terminal=true",
            "Categories=\(categories.map { "\($0);" }.joined())", "Actions=\(actions.map { "\($0.name);" }.joined())",
        ]
        for action in actions {
            lines += ["", "[Desktop Action \(action.name)]", "Name=\(action.title)", line([action.name])]
        }
        let body = lines.joined(separator: "\n") + "\n"
        return body + seal(of: body)
    }

    /// Whether a file is as this app wrote it, now or before.
    func isOurs(_ text: String) -> Bool {
        let body = String(text.dropLast(seal(of: "").count))
        return text == body + seal(of: body)
    }

    private func seal(of body: String) -> String {
        let sum = SHA256.digest(Array(body.utf8)).prefix(8)
        return "# \(app) desktop install \(sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())\n"
    }

    /// In quotes: what a quoted word escapes, a percent sign doubled, and then every backslash once more, as in each value of such a file.
    private static func word(_ word: String) -> String {
        var quoted = word.replacing("\\", with: "\\\\")
        for sign in ["\"", "`", "$"] { quoted = quoted.replacing(sign, with: "\\\(sign)") }
        return "\"\(quoted.replacing("%", with: "%%").replacing("\\", with: "\\\\"))\""
    }
}
