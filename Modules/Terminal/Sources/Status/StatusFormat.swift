import Interface
import Kernel

/// The format of `status`: a known bar by name, or a user's format with letters after percent
/// signs.
enum StatusFormat: Hashable, Sendable {
    case plain, json, tmux, waybar, i3blocks, polybar, swiftbar, starship
    case letters(String)

    static let names: [(name: String, format: StatusFormat)] = [
        ("plain", .plain), ("json", .json), ("tmux", .tmux), ("waybar", .waybar), ("i3blocks", .i3blocks),
        ("polybar", .polybar), ("swiftbar", .swiftbar), ("starship", .starship),
    ]

    static let kind = ValueKind<StatusFormat>(
        "FORMAT", values: "\(names.map(\.name).joined(separator: "|")) or text with %letters",
        candidates: { _ in names.map(\.name) }
    ) { word, _ in
        if let named = names.first(where: { $0.name == word }) { return named.format }
        guard word.contains("%"), word.utf8.count <= 500 else {
            throw Failure(.notAFormat, "“\(word)” is not a format.", kind: .usage)
        }
        return .letters(word)
    }

    /// Returns the text for the items with content, ending in a line end.
    ///
    /// - Parameter program: the program that a bar starts for a control.
    func text(of lines: [StatusLine], program: String) throws -> String {
        let contents = lines.map(\.content)
        switch self {
        case .plain: return contents.map { Sanitized.line($0.text) + "\n" }.joined()
        case .json: return try JSONText(.list(lines.map { .object(StatusLine.members(of: $0)) })).text
        case .tmux: return Sanitized.line(StatusFormat.short(contents)).replacing("#", with: "##") + "\n"
        case .waybar: return try StatusFormat.waybar(contents)
        case .i3blocks: return StatusFormat.i3blocks(contents)
        case .polybar: return StatusFormat.polybar(contents)
        case .swiftbar: return StatusFormat.swiftbar(contents, program)
        case .starship: return StatusFormat.starship(contents)
        case .letters(let format): return Sanitized.line(StatusFormat.filled(format, lines)) + "\n"
        }
    }

    /// Returns the short texts of all items that have one.
    private static func short(_ contents: [StatusItem.Content]) -> String {
        nonEmpty(contents).map(\.short).joined(separator: " | ")
    }

    /// Returns one object on one line, with the keys of waybar's `return-type: json`.
    ///
    /// Text and tooltip are Pango markup.
    private static func waybar(_ contents: [StatusItem.Content]) throws -> String {
        let members: [OutputValue.Member?] = [
            .init("text", .text(markup(short(contents)))),
            .init("tooltip", .text(markup(contents.map(\.text).joined(separator: "\n")))),
            .init("class", classes(contents)),
            contents.lazy.compactMap(\.percentage).first.map { .init("percentage", .integer($0)) },
        ]
        return oneLine(try JSONText(.object(members.compactMap { $0 })).text)
    }

    /// Escapes a text for Pango markup.
    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Returns JSON text on a single line.
    static func oneLine(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ") + "\n"
    }

    /// Returns the classes for a style sheet: active or idle, and the state of each item that has
    /// one.
    private static func classes(_ contents: [StatusItem.Content]) -> OutputValue {
        let activity = contents.contains(where: \.isActive) ? "active" : "idle"
        let states = contents.compactMap(\.state)
        return states.isEmpty ? .text(activity) : .texts([activity] + states)
    }

    /// Fills in a format.
    ///
    /// `%%` is a percent sign, and unknown letters remain.
    ///
    /// Of `%m` and `%mr` the longer match counts.
    private static func filled(_ format: String, _ lines: [StatusLine]) -> String {
        let specifiers = lines.flatMap { line in zip(line.item.formatSpecifiers.map(\.letters), line.content.values) }
        var text = ""
        var rest = Substring(format)
        while let character = rest.popFirst() {
            if character != "%" {
                text.append(character)
            } else if rest.first == "%" {
                text.append(rest.removeFirst())
            } else if let (letters, value) = specifiers.filter({ rest.hasPrefix($0.0) }).max(by: {
                $0.0.count < $1.0.count
            }) {
                text += value
                rest = rest.dropFirst(letters.count)
            } else {
                text.append("%")
            }
        }
        return text
    }
}

/// An item that has content.
struct StatusLine: Sendable {
    let item: StatusItem
    let content: StatusItem.Content

    static func members(of line: StatusLine) -> [OutputValue.Member] { fields.map { .init($0.name, $0.value(line)) } }

    static let fields: [Field<StatusLine>] = [
        Field("name", title: "What", "the item's name") { .text($0.item.name) },
        Field("text", title: "Now", "its state, as a sentence", isTranslatable: true) { .text($0.content.text) },
        Field("short", "the same, shortened") { .text($0.content.short) },
        Field("active", "whether something is going on") { .bool($0.content.isActive) },
        Field("state", "its state, in one word; empty if active says it all") { .text($0.content.state) },
        Field("percentage", "its progress, 0…100") { .integer($0.content.percentage) },
        Field("secondsLeft", "seconds until it ends") { $0.content.secondsLeft.map { .number($0) } ?? .null },
        Field("values", "by the letters of --format") { line in
            .object(zip(line.item.formatSpecifiers, line.content.values).map { .init($0.letters, .text($1)) })
        },
        Field("controls", "what a status bar can offer, with the command for it") { line in
            .object(line.content.controls.map { .init($0.name, .text($0.command)) })
        },
    ]
}
