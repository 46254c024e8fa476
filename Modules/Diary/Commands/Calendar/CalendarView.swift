import Diary
import Interface
import Kernel
import Pictures

/// The layout of the calendar's screen.
extension CalendarScreen {
    var view: DialogueView {
        if zoom == .day, let entry {
            return DialogueView(
                words(of: entry),
                wanted: .key([
                    KeyHint(.left, "earlier"), KeyHint(.right, "later"), KeyHint(.up, "earlier"),
                    KeyHint(.down, "later"),
                    KeyHint(.pageUp, "month before"), KeyHint(.pageDown, "month after"), KeyHint(.escape, "back"),
                    KeyHint(.enter, "back"), KeyTable.back, KeyTable.quit(),
                ]), title: "grain: \(entry.day)", help: "calendar",
                picture: .init("\(entry.photo.path)", diary.shownPicture(entry)))
        }
        var view = DialogueView(
            blocks, wanted: .key(hints), tickInterval: hasPendingPictures ? 0.15 : nil, title: "grain: \(month)",
            help: "calendar")
        view.rows = zoom == .year ? yearRows : monthRows
        view.pictures = zoom == .month ? placedPictures : []
        view.helpOnlyKeys = [
            KeyHint(.home, "today"), KeyHint(.escape, "leave"), KeyHint(.backspace, "the month"), KeyTable.back,
        ]
        return view
    }

    private var hints: [KeyHint] {
        let isYear = zoom == .year
        return [
            KeyHint(.left, "day"), KeyHint(.right, "day"), KeyHint(.up, isYear ? "month" : "week"),
            KeyHint(.down, isYear ? "month" : "week"), KeyHint(.pageUp, isYear ? "year" : "month"),
            KeyHint(.pageDown, isYear ? "year" : "month"), KeyHint(.enter, isYear ? "this month" : "open"),
            KeyHint(.character("y"), isYear ? "month" : "year"), KeyTable.quit(),
        ]
    }

    /// The text for a screen of unknown size.
    private var blocks: [Block] {
        [.heading(heading), .paragraph(statusLine), .gap]
            + MonthPage(title: "", taken: entries.keys.sorted()).blocks(of: month, today: today)
    }

    private var heading: StyledText {
        let title =
            zoom == .year
            ? "\(day.year)" : month.firstDay.spelledOut.split(separator: " ").suffix(2).joined(separator: " ")
        let count = zoom == .year ? (Day(year: day.year, month: 2, day: 29) == nil ? 365 : 366) : month.lastDay.day
        return StyledText(title, .title) + StyledText(" · \(entries.count) of \(count) days have a photo", .muted)
    }

    private var statusLine: StyledText {
        if let errorMessage { return StyledText(declared: errorMessage, .warning) }
        let note: String =
            if let entry {
                entry.isSealed
                    ? "sealed until \(entry.sealedUntil?.description ?? "")"
                    : entry.note.map { Note.preview($0, lines: 1) } ?? "No note"
            } else { "no photo" }
        return StyledText(day.spelledOut, .accent) + StyledText(day == today ? " · today" : "", .good)
            + StyledText(" · \(note)", .muted)
    }

    private var header: [StyledText] {
        room.rows >= 12 ? [heading, statusLine, ""] : room.rows >= 3 ? [heading, statusLine] : [statusLine]
    }

    // MARK: - A month

    /// The number of days of the first week that belong to the month before.
    private var offset: Int { Weekday.allCases.firstIndex(of: month.firstDay.weekday) ?? 0 }

    private var weeks: Int { (offset + month.lastDay.day + 6) / 7 }

    /// The size of a picture in characters. It has 0 rows if only day numbers fit.
    var tile: (columns: Int, rows: Int) {
        let columns = max(1, min(24, (room.columns - 6) / 7))
        // Each week has a line of day numbers, with pictures in the remaining rows.
        let availableRows = (room.rows - header.count - 1) / weeks - 1
        return (
            columns,
            columns >= 6 && room.hasColors && diary.makesPictures ? min(max(0, availableRows), columns * 3 / 8) : 0
        )
    }

    /// The number of lines of the month above the visible part.
    ///
    /// The selected week is always visible.
    private var hiddenLines: Int {
        let height = tile.rows + 1
        let line = ((offset + day.day - 1) / 7) * height
        let visibleLines = max(1, room.rows - header.count - 1)
        return max(0, min(line + height - visibleLines, weeks * height - visibleLines))
    }

    /// The finished full-resolution pictures with their positions on the screen.
    private var placedPictures: [PlacedPicture] {
        let tile = tile
        let top = header.count + 1
        let hiddenLines = hiddenLines
        guard tile.rows > 0 else { return [] }
        return (0..<month.lastDay.day).compactMap { number in
            guard let entry = entries[month.firstDay.adding(days: number)],
                let picture = fullResolutionPictures.picture(of: entry)
            else { return nil }
            let cell = offset + number
            let row = top + cell / 7 * (tile.rows + 1) + 1 - hiddenLines
            return row < top
                ? nil
                : PlacedPicture(
                    "\(entry.photo.path)", picture, column: cell % 7 * (tile.columns + 1) + 1, row: row,
                    columns: tile.columns, rows: tile.rows)
        }
    }

    private var monthRows: [StyledText] {
        let header = header
        let (columns, rows) = tile
        let names = MonthPage.weekdays.map { name in
            columns < 2
                ? StyledText(" " + name.prefix(columns), .muted)
                : " " + StyledText(declared: name, .muted) + StyledText(String(repeating: " ", count: columns - 2))
        }
        let grid = (0..<weeks).flatMap { week -> [StyledText] in
            let cells = (0..<7).map { cell(week * 7 + $0 - offset, columns, rows) }
            return (0...rows).map { line in cells.map { $0[line] }.joined() }
        }
        return Array((header + [names.joined()] + grid.dropFirst(hiddenLines)).prefix(room.rows))
    }

    private func cell(_ offset: Int, _ columns: Int, _ rows: Int) -> [StyledText] {
        let blank = StyledText(String(repeating: " ", count: columns + 1))
        guard (0..<month.lastDay.day).contains(offset) else { return Array(repeating: blank, count: rows + 1) }
        let day = month.firstDay.adding(days: offset)
        let isSelected = day == self.day
        let entry = entries[day]
        let mark = entry.map { $0.isSealed ? "◌" : $0.isStarred ? "★" : "●" } ?? (day > today ? " " : "·")
        let role: TextRole = isSelected ? .accent : entry == nil ? .muted : .good
        let dayText = "\(isSelected ? "▸" : day == today ? "[" : " ")\(day.day < 10 ? " " : "")\(day.day)\(mark)"
        let label = String((dayText + String(repeating: " ", count: columns)).prefix(columns + 1))
        let bar = StyledText(isSelected && rows > 0 ? "▐" : " ", .accent)
        let picture = entry.flatMap { pictures[$0.photo.path] }.flatMap { $0 }
        let pictureRows =
            entry.flatMap(fullResolutionPictures.picture(of:)) != nil
            ? nil : picture.map { Mosaic.rows(of: $0, columns: columns, rows: rows) }
        let empty = Array(repeating: StyledText(String(repeating: " ", count: columns)), count: rows)
        return [StyledText(label, role)] + (pictureRows ?? empty).map { bar + $0 }
    }

    // MARK: - A year

    private var yearRows: [StyledText] {
        let source = DayColor.Source.photo
        let colors = entries.values.map { DayColor($0, pixels: pictures[$0.photo.path].flatMap { $0 }) }
        guard let year = CalendarYear(day.year.padded(4)) else { return [statusLine] }
        let field = YearField(year, by: source, colors)
        let cell = [6, 5, 4, 3, 2].first { YearField.columns(cell: $0) <= room.columns } ?? 1
        let availableLines = max(1, room.rows - header.count - 1)
        let lines = max(1, min(cell / 2, availableLines / 12))
        let rows = field.rows(cell: cell, lines: lines, chosen: day)
        let hiddenLines = max(0, min(day.month * lines - availableLines, rows.count - availableLines))
        return Array((header + field.figures(cell: cell) + rows.dropFirst(hiddenLines)).prefix(room.rows))
    }
}
