import Diary
import Interface
import Kernel
import Pictures

/// The layout of the browser's screen.
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
            picture: .init("\(entry.photo.path)", diary.shownPicture(entry)))
        view.helpOnlyKeys = [
            KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyHint(.pageUp, "ten newer"),
            KeyHint(.pageDown, "ten older"),
            KeyHint(.home, "latest"), KeyHint(.end, "first"), KeyHint(.enter, "back"), KeyHint(.backspace, "all days"),
            KeyTable.back,
        ]
        return view
    }

    // MARK: - The wall

    private var wallView: DialogueView {
        var view = DialogueView(
            warning + [.heading(heading), .paragraph(statusLine)], wanted: .key(hints),
            tickInterval: hasPendingPictures ? 0.1 : nil,
            title: "grain: \(days.indices.contains(selectedIndex) ? days[selectedIndex].description : "diary")",
            help: "browse")
        (view.rows, view.helpOnlyKeys, view.pictures) = (rows, helpOnlyKeys, placedPictures)
        return view
    }

    private var warning: [Block] { complaint.map { [.paragraph(StyledText($0, .warning))] } ?? [] }

    private var hints: [KeyHint] {
        switch mode {
        case .typing(.search): [KeyHint(.enter, "keep"), KeyHint(.escape, "all days")]
        case .typing: [KeyHint(.enter, "go there"), KeyHint(.escape, "back")]
        case .choosing: KeyTable.choices(DayFilter.offered.count) + [KeyHint(.escape, "back")]
        case .wall, .day:
            [
                KeyHint(.enter, "large"), KeyHint(.character("/"), "search"), KeyHint(.character("f"), "filter"),
                KeyHint(.character("e"), "edit"), KeyHint(.character("s"), "star"), KeyTable.quit(),
            ]
        }
    }

    /// The keys that are listed only in the help, because users try them anyway.
    private var helpOnlyKeys: [KeyHint] {
        guard mode == .wall else { return [] }
        return [
            KeyHint(.left, "newer"), KeyHint(.right, "older"), KeyHint(.up, "newer row"), KeyHint(.down, "older row"),
            KeyHint(.pageUp, "newer page"), KeyHint(.pageDown, "older page"), KeyHint(.home, "latest"),
            KeyHint(.end, "first"),
            KeyHint(.character("g"), "go to a day"), KeyHint(.character("o"), "open in the picture viewer"),
            KeyHint(.escape, filter == .all ? "leave" : "all days"),
        ] + (0...9).map { KeyHint(.character(Character(String($0))), "type a day") }
    }

    private var heading: StyledText {
        let count = days.isEmpty ? "nothing found" : "\(selectedIndex + 1) of \(matchCount ?? days.count)"
        let omission = matchCount == nil ? "" : ", the latest \(days.count) are here"
        let filterName = filter == .all ? "" : " · \(filter.name)"
        return StyledText("Diary", .title) + StyledText(filterName, .accent)
            + StyledText(" · \(count)\(omission)", .muted)
    }

    /// The line below the heading: the typed text, an error, or the selected day and its note.
    private var statusLine: StyledText {
        let cursor = StyledText(room.unicode ? "▏" : "_", .accent)
        switch mode {
        case .typing(.search): return StyledText("Search: ", .input) + StyledText(typedText) + cursor
        case .typing(.day): return StyledText("Go to day: ", .input) + StyledText(typedText) + cursor
        case .typing(.tag): return StyledText("Tag: ", .input) + StyledText(typedText) + cursor
        case .choosing: return StyledText("Which days?", .input)
        case .wall, .day: break
        }
        if let complaint { return StyledText(declared: complaint, .warning) }
        guard days.indices.contains(selectedIndex) else { return StyledText("Nothing has all of these words.", .muted) }
        return StyledText(days[selectedIndex].spelledOut, .accent)
            + StyledText(entry?.isStarred == true ? " ★" : "", .good)
            + (entry.map { StyledText(" · \(summary($0))", .muted) } ?? StyledText(" · This entry was deleted.", .muted))
    }

    /// Returns the description of an entry on one line.
    private func summary(_ entry: Entry) -> String {
        if let openingDay = entry.sealedUntil, entry.isSealed { return "sealed until \(openingDay)" }
        let details = [entry.mood?.word, entry.place].compactMap(\.self) + entry.tags.map { "#\($0)" }
        return ([entry.note.map { Note.preview($0, lines: 1) } ?? "No note"] + details).joined(separator: " · ")
    }

    private var filterRows: [StyledText] {
        DayFilter.offered.enumerated().map {
            StyledText("\($0.offset + 1) ", .input)
                + StyledText($0.element.name, $0.element == filter ? .accent : .plain)
        }
    }

    private var rows: [StyledText] {
        let header = Array([heading, statusLine, ""].prefix(wall.headerRows))
        let topLines = wall.headerRows < 3 && mode != .wall && wall.headerRows > 0 ? [statusLine] : header
        return Array(
            (topLines + (mode == .choosing ? filterRows : wall.isList ? listRows : pictureRows)).prefix(
                max(1, room.rows)))
    }

    private var listRows: [StyledText] {
        visibleDays.map { day in
            let isSelected = day == days[selectedIndex]
            let note = entries[day].map(summary) ?? "gone"
            return StyledText(isSelected ? "▸ " : "  ", .accent)
                + StyledText(label(day, room.columns), isSelected ? .accent : .plain)
                + StyledText("  " + note, .muted)
        }
    }

    private var pictureRows: [StyledText] {
        let shownDays = Array(visibleDays)
        return (0..<wall.rowCount).flatMap { row -> [StyledText] in
            let tiles = shownDays.dropFirst(row * wall.columnCount).prefix(wall.columnCount).map { tile($0) }
            guard !tiles.isEmpty else { return [] }
            let lines = (0...wall.tileHeight).map { line in
                ([StyledText(String(repeating: " ", count: wall.leftMargin))] + tiles.map { $0[line] }).joined()
            }
            return row + 1 < wall.rowCount ? lines + [""] : lines
        }
    }

    /// The finished full-resolution pictures with their positions on the screen.
    private var placedPictures: [PlacedPicture] {
        guard mode != .choosing, !wall.isList else { return [] }
        return visibleDays.enumerated().compactMap { index, day in
            guard let entry = entries[day], let picture = sharp.picture(of: entry) else { return nil }
            return PlacedPicture(
                "\(entry.photo.path)", picture,
                column: wall.leftMargin + index % wall.columnCount * (wall.tileWidth + 2) + 1,
                row: wall.headerRows + index / wall.columnCount * (wall.tileHeight + 2), columns: wall.tileWidth,
                rows: wall.tileHeight)
        }
    }

    /// Returns a picture with its label. Bars on both sides mark the selected day.
    private func tile(_ day: Day) -> [StyledText] {
        let isSelected = day == days[selectedIndex]
        let (left, right) = isSelected ? (room.unicode ? ("▐", "▌") : ("[", "]")) : (" ", " ")
        let bars = (StyledText(left, .accent), StyledText(right, .accent))
        let label = label(day, wall.tileWidth)
        let blanks = String(repeating: " ", count: max(0, wall.tileWidth + 1 - DisplayWidth.columns(of: label)))
        let caption = StyledText(isSelected ? "▸" : " ", .accent) + StyledText(label, isSelected ? .accent : .muted)
        return picture(of: day).map { bars.0 + $0 + bars.1 } + [caption + StyledText(blanks)]
    }

    private func picture(of day: Day) -> [StyledText] {
        guard let entry = entries[day] else { return placeholder("gone") }
        guard !entry.isSealed else { return placeholder("sealed") }
        guard sharp.picture(of: entry) == nil else {
            return Array(repeating: StyledText(String(repeating: " ", count: wall.tileWidth)), count: wall.tileHeight)
        }
        guard let picture = picture(of: entry) else { return placeholder(sharp.hasFailed(entry) ? "no picture" : "…") }
        return picture.map { Mosaic.rows(of: $0, columns: wall.tileWidth, rows: wall.tileHeight) }
            ?? placeholder("no picture")
    }

    /// Returns an empty frame with a word in the middle.
    private func placeholder(_ word: String) -> [StyledText] {
        let text = String(word.prefix(wall.tileWidth))
        let leftPadding = (wall.tileWidth - text.count) / 2
        let dots = String(repeating: "·", count: wall.tileWidth)
        return (0..<wall.tileHeight).map { row in
            if row == wall.tileHeight / 2 {
                let rightPadding = wall.tileWidth - text.count - leftPadding
                return StyledText(
                    String(repeating: " ", count: leftPadding) + text + String(repeating: " ", count: rightPadding),
                    .muted)
            }
            let isEdge = row == 0 || row == wall.tileHeight - 1
            return StyledText(isEdge ? dots : String(repeating: " ", count: wall.tileWidth), .muted)
        }
    }

    /// Returns the day in at most the given number of columns, with a mark for a note.
    private func label(_ day: Day, _ columns: Int) -> String {
        let parts = day.spelledOut.split(separator: " ")
        let weekday = parts[0].prefix(3)
        let month = parts[2].prefix(3)
        let name =
            columns >= 18
            ? "\(weekday) \(day.day) \(month) \(day.year)"
            : columns >= 13 ? "\(weekday) \(day.day) \(month)" : "\(day.day) \(month)"
        let marks = (entries[day]?.isStarred == true ? "★" : "") + (entries[day]?.note == nil ? "" : "✎")
        return marks.isEmpty ? name : "\(name) \(marks)"
    }
}
