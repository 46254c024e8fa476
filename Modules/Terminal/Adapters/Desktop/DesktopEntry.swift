import Kernel

/// A description of an app for the desktop menu, as the Desktop Entry Specification defines it.
///
/// It holds the command that a click runs in a terminal, and additional actions.
public struct DesktopEntry: Sendable {
    /// An action in the context menu of the app's icon.
    public struct Action: Sendable {
        let name: String
        let title: String

        /// Creates an action.
        ///
        /// - Parameters:
        ///   - name: the app's command, one word.
        ///   - title: the text that the menu shows.
        public init(_ name: String, _ title: String) {
            self.name = name
            self.title = title
        }
    }

    /// The program's name, which also names the file `NAME.desktop`.
    let app: String
    let title: String
    /// An explanation of a click and a right click, in a sentence or two.
    let about: String
    private let comment: String
    private let categories: [String]
    /// The arguments of the program that a click runs.
    private let opens: [String]
    private let actions: [Action]

    /// Creates the description of an app.
    ///
    /// - Parameters:
    ///   - app: the program's name.
    ///   - title: the app's display name.
    ///   - comment: the purpose of the app, in a few words.
    ///   - categories: the registered names of menu categories, such as `Utility`.
    ///   - opens: the arguments of the program that a click runs.
    ///   - about: the effect of a click, for help: "A click shows the timer."
    public init(
        app: String, title: String, comment: String, categories: [String], opens: [String], actions: [Action],
        about: String
    ) {
        self.app = app
        self.title = title
        self.comment = comment
        self.categories = categories
        self.opens = opens
        self.actions = actions
        self.about = about
    }

    /// Returns the text of the `.desktop` file, whose last line is a checksum that reveals later
    /// changes.
    ///
    /// - Parameter command: the program's absolute path, and the arguments that select its records.
    /// - Throws: `menuUnsaid` for a path that such a file cannot contain.
    func text(_ command: [String]) throws -> String {
        // The specification allows no "=" in a program's path and no control character in a line
        // except its end.
        guard let program = command.first, program.hasPrefix("/"), !program.contains("="),
            command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(
                .menuUnsaid, "The program's path cannot be used in a menu.", advice: "Install the app, and try again.")
        }
        func execLine(_ words: [String]) -> String {
            "Exec=" + (command + words).map(DesktopEntry.word).joined(separator: " ")
        }
        var lines = [
            "[Desktop Entry]", "Type=Application", "Name=\(title)", "Comment=\(comment)",
            execLine(opens), "Terminal=true",
            "Categories=\(categories.map { "\($0);" }.joined())", "Actions=\(actions.map { "\($0.name);" }.joined())",
        ]
        for action in actions {
            lines += ["", "[Desktop Action \(action.name)]", "Name=\(action.title)", execLine([action.name])]
        }
        let body = lines.joined(separator: "\n") + "\n"
        return body + checksum(of: body)
    }

    /// Returns whether this app wrote the file and its checksum still matches.
    func isOurs(_ text: String) -> Bool {
        let body = String(text.dropLast(checksum(of: "").count))
        return text == body + checksum(of: body)
    }

    private func checksum(of body: String) -> String {
        "# \(app) desktop install \(SHA256.digest(Array(body.utf8)).prefix(8).hexadecimal)\n"
    }

    /// Returns a word in quotes, escaped for a value of a desktop entry.
    ///
    /// It escapes the characters special in quotes, doubles percent signs, and then doubles every
    /// backslash.
    private static func word(_ word: String) -> String {
        var quoted = word.replacing("\\", with: "\\\\")
        for sign in ["\"", "`", "$"] { quoted = quoted.replacing(sign, with: "\\\(sign)") }
        return "\"\(quoted.replacing("%", with: "%%").replacing("\\", with: "\\\\"))\""
    }
}
