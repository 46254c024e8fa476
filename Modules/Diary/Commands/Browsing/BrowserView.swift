import Diary
import Kernel
import Pictures
import Terminal

/// What the browser looks like.
extension DiaryBrowser {
    var view: DialogueView {
        var view = mode == .day ? dayView : wallView
        if case .typing = mode { view.takesEveryKey = true }
        return view
    }

    // MARK: - A day

    private var dayView: DialogueView {
        guard let entry else { return wallView }
        var view = DialogueView(
            warning + words(of: entry),
            wanted: .key([
                KeyHint(.left, "newer"), KeyHint(.right, "older"), KeyHint(.escape, "back"),
                KeyHint(.character("e"), "edit"), KeyHint(.character("o"), "open"), KeyHint(.character("s"), "star"),
                KeyTable.quit(),
            ]), title: "grain: \(entry.day)", help: "browse",
            picture: .init("\(entry.photo.path)", diary.shown(entry)))
        view.quiet = [
            KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyHint(.pageUp, "ten newer"), KeyHint(.pageDown, "ten older"),
            KeyHint(.home, "latest"), KeyHint(.end, "first"), KeyHint(.enter, "back"), KeyHint(.backspace, "all days"),
            KeyTable.back,
        ]
        return view
    }

    // MARK: - The wall

    private var wallView: DialogueView {
        var view = DialogueView(
            warning + [.heading(heading), .paragraph(chosen)], wanted: .key(hints), tickInterval: waits ? 0.1 : nil,
            title: "grain: \(days.indices.contains(place) ? days[place].description : "diary")", help: "browse")
        (view.rows, view.quiet, view.pictures) = (rows, quiet, placed)
        return view
    }

    private var warning: [Block] { complaint.map { [.paragraph(StyledText($0, .warning))] } ?? [] }

    private var hints: [KeyHint] {
        switch mode {
        case .typing(.search): [KeyHint(.enter, "keep"), KeyHint(.escape, "all days")]
        case .typing: [KeyHint(.enter, "go there"), KeyHint(.escape, "back")]
        case .choosing: KeyTable.choices(WallChoice.offered.count) + [KeyHint(.escape, "back")]
        case .wall, .day:
            [
                KeyHint(.enter, "large"), KeyHint(.character("/"), "search"), KeyHint(.character("f"), "filter"),
                KeyHint(.character("e"), "edit"), KeyHint(.character("s"), "star"), KeyTable.quit(),
            ]
        }
    }

    /// What everybody tries, and what is told by help.
    private var quiet: [KeyHint] {
        guard mode == .wall else { return [] }
        return [
            KeyHint(.left, "newer"), KeyHint(.right, "older"), KeyHint(.up, "newer row"), KeyHint(.down, "older row"),
            KeyHint(.pageUp, "newer page"), KeyHint(.pageDown, "older page"), KeyHint(.home, "latest"), KeyHint(.end, "first"),
            KeyHint(.character("g"), "go to a day"), KeyHint(.character("o"), "open in the picture viewer"),
            KeyHint(.escape, choice == .all ? "leave" : "all days"),
        ] + (0...9).map { KeyHint(.character(Character(String($0))), "type a day") }
    }

    private var heading: StyledText {
        let count = days.isEmpty ? "nothing found" : "\(place + 1) of \(found ?? days.count)"
        let short = found == nil ? "" : ", the latest \(days.count) are here"
        let what = choice == .all ? "" : " · \(choice.name)"
        return StyledText("Diary", .title) + StyledText(what, .accent) + StyledText(" · \(count)\(short)", .muted)
    }

    /// What is typed, what went wrong, or the chosen day and its note.
    private var chosen: StyledText {
        let cursor = StyledText(room.unicode ? "▏" : "_", .accent)
        switch mode {
        case .typing(.search): return StyledText("Search: ", .input) + StyledText(words) + cursor
        case .typing(.day): return StyledText("Go to day: ", .input) + StyledText(words) + cursor
        case .typing(.tag): return StyledText("Tag: ", .input) + StyledText(words) + cursor
        case .choosing: return StyledText("Which days?", .input)
        case .wall, .day: break
        }
        if let complaint { return StyledText(declared: complaint, .warning) }
        guard days.indices.contains(place) else { return StyledText("Nothing has all of these words.", .muted) }
        return StyledText(days[place].spelledOut, .accent) + StyledText(entry?.isStarred == true ? " ★" : "", .good)
            + (entry.map { StyledText(" · \(said($0))", .muted) } ?? StyledText(" · This entry has gone.", .muted))
    }

    /// What an entry says, in a line.
    private func said(_ entry: Entry) -> String {
        if let opens = entry.sealedUntil, entry.isSealed { return "sealed until \(opens)" }
        let more = [entry.mood?.word, entry.place].compactMap(\.self) + entry.tags.map { "#\($0)" }
        return ([entry.note.map { Note.preview($0, lines: 1) } ?? "No note"] + more).joined(separator: " · ")
    }

    private var choices: [StyledText] {
        WallChoice.offered.enumerated().map {
            StyledText("\($0.offset + 1) ", .input) + StyledText($0.element.name, $0.element == choice ? .accent : .plain)
        }
    }

    private var rows: [StyledText] {
        let head = Array([heading, chosen, ""].prefix(wall.head))
        let first = wall.head < 3 && mode != .wall && wall.head > 0 ? [chosen] : head
        return Array((first + (mode == .choosing ? choices : wall.isList ? list : pictures)).prefix(max(1, room.rows)))
    }

    private var list: [StyledText] {
        seen.map { day in
            let isChosen = day == days[place]
            let note = entries[day].map(said) ?? "gone"
            return StyledText(isChosen ? "▸ " : "  ", .accent) + StyledText(label(day, room.columns), isChosen ? .accent : .plain)
                + StyledText("  " + note, .muted)
        }
    }

    private var pictures: [StyledText] {
        let seen = Array(seen)
        return (0..<wall.down).flatMap { row -> [StyledText] in
            let tiles = seen.dropFirst(row * wall.across).prefix(wall.across).map { tile($0) }
            guard !tiles.isEmpty else { return [] }
            let lines = (0...wall.rows).map { line in
                ([StyledText(String(repeating: " ", count: wall.left))] + tiles.map { $0[line] }).joined()
            }
            return row + 1 < wall.down ? lines + [""] : lines
        }
    }

    /// The pictures that have come with all their pixels, each over its tile.
    private var placed: [PlacedPicture] {
        guard mode != .choosing, !wall.isList else { return [] }
        return seen.enumerated().compactMap { place, day in
            guard let entry = entries[day], let picture = sharp.picture(of: entry) else { return nil }
            return PlacedPicture(
                "\(entry.photo.path)", picture, column: wall.left + place % wall.across * (wall.columns + 2) + 1,
                row: wall.head + place / wall.across * (wall.rows + 2), columns: wall.columns, rows: wall.rows)
        }
    }

    /// A picture with a bar at both sides where it is chosen, and the line below it.
    private func tile(_ day: Day) -> [StyledText] {
        let isChosen = day == days[place]
        let (left, right) = isChosen ? (room.unicode ? ("▐", "▌") : ("[", "]")) : (" ", " ")
        let bars = (StyledText(left, .accent), StyledText(right, .accent))
        let label = label(day, wall.columns)
        let blanks = String(repeating: " ", count: max(0, wall.columns + 1 - DisplayWidth.columns(of: label)))
        let below = StyledText(isChosen ? "▸" : " ", .accent) + StyledText(label, isChosen ? .accent : .muted)
        return picture(of: day).map { bars.0 + $0 + bars.1 } + [below + StyledText(blanks)]
    }

    private func picture(of day: Day) -> [StyledText] {
        guard let entry = entries[day] else { return empty("gone") }
        guard !entry.isSealed else { return empty("sealed") }
        guard sharp.picture(of: entry) == nil else {
            return Array(repeating: StyledText(String(repeating: " ", count: wall.columns)), count: wall.rows)
        }
        guard let picture = picture(of: entry) else { return empty(sharp.failed(entry) ? "no picture" : "…") }
        return picture.map { Mosaic.rows(of: $0, columns: wall.columns, rows: wall.rows) } ?? empty("no picture")
    }

    /// An empty frame with a word in its middle.
    private func empty(_ word: String) -> [StyledText] {
        let shown = String(word.prefix(wall.columns))
        let before = (wall.columns - shown.count) / 2
        let dots = String(repeating: "·", count: wall.columns)
        return (0..<wall.rows).map { row in
            if row == wall.rows / 2 {
                let after = wall.columns - shown.count - before
                return StyledText(
                    String(repeating: " ", count: before) + shown + String(repeating: " ", count: after), .muted)
            }
            let isEdge = row == 0 || row == wall.rows - 1
            return StyledText(isEdge ? dots : String(repeating: " ", count: wall.columns), .muted)
        }
    }

    /// The day in so many columns at most, with a mark for a note.
    private func label(_ day: Day, _ columns: Int) -> String {
        let parts = day.spelledOut.split(separator: " ")
        let (weekday, month) = (parts[0].prefix(3), parts[2].prefix(3))
        let name =
            columns >= 18
            ? "\(weekday) \(day.day) \(month) \(day.year)"
            : columns >= 13 ? "\(weekday) \(day.day) \(month)" : "\(day.day) \(month)"
        let marks = (entries[day]?.isStarred == true ? "★" : "") + (entries[day]?.note == nil ? "" : "✎")
        return marks.isEmpty ? name : "\(name) \(marks)"
    }
}
