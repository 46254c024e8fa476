import Diary
import Interchange
import Kernel

/// Writes a diary as a calendar: each day is an all-day event that leaves the user free.
enum DayCalendar {
    static func bytes(of entries: [Entry]) -> [UInt8] {
        var text = CalendarText(product: "-//Commonplace//Grain//EN")
        for entry in entries {
            text.begin("VEVENT")
            text.add(CalendarLine("UID", text: "\(entry.day)@grain"))
            text.add("DTSTAMP", .instant(entry.updatedAt ?? entry.createdAt))
            text.add("DTSTART", .day(entry.day))
            text.add(CalendarLine("SUMMARY", text: entry.note.map { Note.preview($0, lines: 1) } ?? "Photo"))
            if let note = entry.note { text.add(CalendarLine("DESCRIPTION", text: note)) }
            if let place = entry.place { text.add(CalendarLine("LOCATION", text: place)) }
            if !entry.tags.isEmpty {
                text.add(CalendarLine("CATEGORIES", value: entry.tags.map(CalendarLine.escaped).joined(separator: ",")))
            }
            text.add(CalendarLine("TRANSP", value: "TRANSPARENT"))
            text.end()
        }
        return text.finished()
    }
}
