import Kernel

/// How `status` writes: for a bar that is known by name, or as a person says with letters behind percent signs.
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

    /// The text for items that have something to say; ends in a line end.
    ///
    /// - Parameter program: what a bar starts for a control.
    func text(of lines: [StatusLine], program: String) throws -> String {
        let contents = lines.map(\.content)
        switch self {
        case .plain: return contents.map { Sanitised.line($0.text) + "\n" }.joined()
        case .json: return try JSONText(.list(lines.map { .object(StatusLine.members(of: $0)) })).text
        case .tmux: return Sanitised.line(StatusFormat.short(contents)).replacing("#", with: "##") + "\n"
        case .waybar: return try StatusFormat.waybar(contents)
        case .i3blocks: return StatusFormat.i3blocks(contents)
        case .polybar: return StatusFormat.polybar(contents)
        case .swiftbar: return StatusFormat.swiftbar(contents, program)
        case .starship: return StatusFormat.starship(contents)
        case .letters(let format): return Sanitised.line(StatusFormat.filled(format, lines)) + "\n"
        }
    }

    /// What is said in a few columns, of those that say anything.
    private static func short(_ contents: [StatusItem.Content]) -> String { said(contents).map(\.short).joined(separator: " | ") }

    /// One object on one line, with the keys that waybar's `return-type: json` reads. Text and tooltip are Pango's markup there.
    private static func waybar(_ contents: [StatusItem.Content]) throws -> String {
        let members: [FieldValue.Member?] = [
            .init("text", .text(markup(short(contents)))),
            .init("tooltip", .text(markup(contents.map(\.text).joined(separator: "\n")))),
            .init("class", classes(contents)),
            contents.lazy.compactMap(\.percentage).first.map { .init("percentage", .integer($0)) },
        ]
        return oneLine(try JSONText(.object(members.compactMap { $0 })).text)
    }

    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    static func oneLine(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ") + "\n"
    }

    /// What a style sheet may select by: whether something is going on, and the state of each item that has one.
    private static func classes(_ contents: [StatusItem.Content]) -> FieldValue {
        let activity = contents.contains(where: \.isActive) ? "active" : "idle"
        let states = contents.compactMap(\.state)
        return states.isEmpty ? .text(activity) : .texts([activity] + states)
    }

    /// `%%` is a percent sign; letters that nobody has stay as they are. Of `%m` and `%mr` the longer is meant.
    private static func filled(_ format: String, _ lines: [StatusLine]) -> String {
        let known = lines.flatMap { line in zip(line.item.letters.map(\.letters), line.content.values) }
        var (text, rest) = ("", Substring(format))
        while let character = rest.popFirst() {
            if character != "%" {
                text.append(character)
            } else if rest.first == "%" {
                text.append(rest.removeFirst())
            } else if let (letters, value) = known.filter({ rest.hasPrefix($0.0) }).max(by: { $0.0.count < $1.0.count }) {
                text += value
                rest = rest.dropFirst(letters.count)
            } else {
                text.append("%")
            }
        }
        return text
    }
}

/// An item that has something to say.
struct StatusLine: Sendable {
    let item: StatusItem
    let content: StatusItem.Content

    static func members(of line: StatusLine) -> [FieldValue.Member] { fields.map { .init($0.name, $0.value(line)) } }

    static let fields: [Field<StatusLine>] = [
        Field("name", title: "What", "the item's name") { .text($0.item.name) },
        Field("text", title: "Now", "its state, as a sentence", isSaid: true) { .text($0.content.text) },
        Field("short", "the same, shortened") { .text($0.content.short) },
        Field("active", "whether something is going on") { .bool($0.content.isActive) },
        Field("state", "its state, in one word; empty if active says it all") { .text($0.content.state) },
        Field("percentage", "its progress, 0…100") { .integer($0.content.percentage) },
        Field("secondsLeft", "seconds until it ends") { $0.content.secondsLeft.map { .number($0) } ?? .null },
        Field("values", "by the letters of --format") { line in
            .object(zip(line.item.letters, line.content.values).map { .init($0.letters, .text($1)) })
        },
        Field("controls", "what a status bar can offer, with the command for it") { line in
            .object(line.content.controls.map { .init($0.name, .text($0.command)) })
        },
    ]
}
