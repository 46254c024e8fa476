extension StatusFormat {
    /// The same for a bar that reads on: one line, an empty one for nothing; for SwiftBar a whole menu behind its mark.
    func piece(of lines: [StatusLine], program: String) throws -> String {
        let text = try text(of: lines, program: program)
        return switch self {
        case .swiftbar: "~~~\n" + text
        case .json: StatusFormat.oneLine(text)
        case .i3blocks: text.prefix { $0 != "\n" } + "\n"
        default: text.split(separator: "\n").joined(separator: " | ") + "\n"
        }
    }

    /// Colours by the state of an item, readable on light bars and on dark ones; what has no state here keeps the bar's own.
    private static let colors = [
        "focus": "#d9534f", "break": "#3f9f5f", "paused": "#b8860b", "away": "#b8860b", "ready": "#3f7fd0",
    ]

    private static func color(of content: StatusItem.Content) -> String? { content.state.flatMap { colors[$0] } }

    /// A line in full, one in short, and a colour where the first item that has a state has one.
    static func i3blocks(_ contents: [StatusItem.Content]) -> String {
        let lines = [contents.map(\.text), said(contents).map(\.short)].map { Sanitised.line($0.joined(separator: " | ")) }
        return (lines + [contents.lazy.compactMap(color).first].compactMap { $0 }).map { $0 + "\n" }.joined()
    }

    /// Each item in its colour. Polybar has no sign for `%{` as text: a space between keeps it from being a tag.
    static func polybar(_ contents: [StatusItem.Content]) -> String {
        said(contents).map { content in
            let text = Sanitised.line(content.short).replacing("%{", with: "% {")
            return color(of: content).map { "%{F\($0)}\(text)%{F-}" } ?? text
        }
        .joined(separator: " | ") + "\n"
    }

    /// A title, then a menu: a sentence for each item, and its controls.
    static func swiftbar(_ contents: [StatusItem.Content], _ program: String) -> String {
        let title = said(contents).map(\.short).joined(separator: " · ")
        let own = contents.compactMap(color).first
        var lines = [menuLine(title.isEmpty ? "–" : title, color: own), "---"]
        for content in contents {
            lines.append(menuLine(content.text, color: nil))
            lines += content.controls.map { control in
                let words = control.command.split(separator: " ").enumerated().map { " param\($0.offset + 1)=\"\($0.element)\"" }
                return "\(menuLine(control.name, color: nil)) shell=\"\(program)\"\(words.joined()) terminal=false refresh=true"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A `|` would begin parameters, `--` a submenu, `~~~` another menu, and none of them can be escaped: they are replaced. Nothing between
    /// colons is a picture.
    private static func menuLine(_ text: String, color: String?) -> String {
        var text = Sanitised.line(text).replacing("|", with: "¦").trimmingSpaces
        if let first = text.first, "-~".contains(first) { text = "–" + text.dropFirst() }
        return "\(text) | \(color.map { "color=\($0) " } ?? "")emojize=false symbolize=false"
    }

    /// Text for a prompt; nothing at all where there is nothing to say, and then a prompt shows no module.
    static func starship(_ contents: [StatusItem.Content]) -> String {
        let text = Sanitised.line(said(contents).map(\.short).joined(separator: " | "))
        return text.isEmpty ? "" : text + "\n"
    }

    static func said(_ contents: [StatusItem.Content]) -> [StatusItem.Content] { contents.filter { !$0.short.isEmpty } }
}
