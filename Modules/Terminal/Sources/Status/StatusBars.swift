import Interface

extension StatusFormat {
    /// Returns the text for a bar that keeps reading: one line, empty for nothing, or a whole menu
    /// after SwiftBar's mark.
    func piece(of lines: [StatusLine], program: String) throws -> String {
        let text = try text(of: lines, program: program)
        return switch self {
        case .swiftbar: "~~~\n" + text
        case .json: StatusFormat.oneLine(text)
        case .i3blocks: text.prefix { $0 != "\n" } + "\n"
        default: text.split(separator: "\n").joined(separator: " | ") + "\n"
        }
    }

    /// The colors by an item's state, readable on light and on dark bars.
    ///
    /// Other states keep the bar's own color.
    private static let colors = [
        "focus": "#d9534f", "break": "#3f9f5f", "paused": "#b8860b", "away": "#b8860b", "ready": "#3f7fd0",
    ]

    private static func color(of content: StatusItem.Content) -> String? { content.state.flatMap { colors[$0] } }

    /// Returns a full line, a short line, and a color if an item has a state with one.
    static func i3blocks(_ contents: [StatusItem.Content]) -> String {
        let lines = [contents.map(\.text), nonEmpty(contents).map(\.short)].map {
            Sanitized.line($0.joined(separator: " | "))
        }
        return (lines + [contents.lazy.compactMap(color).first].compactMap { $0 }).map { $0 + "\n" }.joined()
    }

    /// Returns each item in its color.
    ///
    /// A space after a percent sign keeps Polybar from reading `%{` as a tag.
    static func polybar(_ contents: [StatusItem.Content]) -> String {
        nonEmpty(contents).map { content in
            let text = Sanitized.line(content.short).replacing("%{", with: "% {")
            return color(of: content).map { "%{F\($0)}\(text)%{F-}" } ?? text
        }
        .joined(separator: " | ") + "\n"
    }

    /// Returns a title and then a menu with a sentence for each item and its controls.
    static func swiftbar(_ contents: [StatusItem.Content], _ program: String) -> String {
        let title = nonEmpty(contents).map(\.short).joined(separator: " · ")
        let stateColor = contents.compactMap(color).first
        var lines = [menuLine(title.isEmpty ? "–" : title, color: stateColor), "---"]
        for content in contents {
            lines.append(menuLine(content.text, color: nil))
            lines += content.controls.map { control in
                let words = control.command.split(separator: " ").enumerated().map {
                    " param\($0.offset + 1)=\"\($0.element)\""
                }
                return
                    "\(menuLine(control.name, color: nil)) shell=\"\(program)\"\(words.joined()) terminal=false refresh=true"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a menu line without SwiftBar's special characters, which cannot be escaped.
    ///
    /// `|` begins parameters, `--` a submenu and `~~~` another menu, so they are replaced. Text
    /// between colons never becomes an image.
    private static func menuLine(_ text: String, color: String?) -> String {
        var text = Sanitized.line(text).replacing("|", with: "¦").trimmingSpaces
        if let first = text.first, "-~".contains(first) { text = "–" + text.dropFirst() }
        return "\(text) | \(color.map { "color=\($0) " } ?? "")emojize=false symbolize=false"
    }

    /// Returns text for a prompt, or an empty text, for which the prompt shows no module.
    static func starship(_ contents: [StatusItem.Content]) -> String {
        let text = Sanitized.line(nonEmpty(contents).map(\.short).joined(separator: " | "))
        return text.isEmpty ? "" : text + "\n"
    }

    static func nonEmpty(_ contents: [StatusItem.Content]) -> [StatusItem.Content] {
        contents.filter { !$0.short.isEmpty }
    }
}
