import Documents
import Kernel

extension Form {
    /// The form that a file has by what stands in it; nil where it is none of them. Its name is not asked.
    public static func of(_ bytes: [UInt8]) -> Form? {
        guard let plain = try? plain(Array(bytes.prefix(1 << 16))) else { return nil }
        var lines = Lines(plain)
        while let line = lines.next() {
            guard let first = line.first(where: { $0 != 32 && $0 != 9 }) else { continue }
            if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return JSONEntries.form(of: plain) }
            guard let text = line.text?.trimmed() else { return nil }
            if text.uppercased() == "BEGIN:VCALENDAR" { return .iCalendar }
            if text.hasPrefix("inc ") { return .timewarriorData }
            if PomodoroFile.time(text) != nil { return .pomodoro }
            if TableFile.isHeading(text) { return .csv }
            return TodoTxt.looksSo(plain) ? .todoTxt : nil
        }
        return nil
    }

    /// Reads a file of this form. What cannot be read is named in the parcel.
    ///
    /// - Parameter own: what the names begin with that are the asking program's own: `focusflow`.
    /// - Throws: `formBroken` where nothing behind a place can be read; `formTooLarge`.
    public func read(_ bytes: [UInt8], own: String) throws -> Parcel {
        let plain = try Form.plain(bytes)
        return switch self {
        case .taskwarrior: try TaskwarriorFile.read(plain, own)
        case .timewarrior: try TimewarriorFile.read(plain, own)
        case .timewarriorData: try TimewarriorFile.read(lines: plain)
        case .todoTxt: try TodoTxt.read(plain, own)
        case .pomodoro: try PomodoroFile.read(plain)
        case .iCalendar: try CalendarFile.read(plain, own)
        case .csv: try TableFile.read(plain, own)
        }
    }

    /// The file of this form that holds a parcel, as far as the form can carry it. Times become those of the calendar where it knows no other.
    public func write(_ parcel: Parcel, own: String, in calendar: LocalCalendar, at now: Instant) -> [UInt8] {
        let (todos, times) = (parcel.todos.map(\.value), parcel.times.map(\.value))
        return switch self {
        case .taskwarrior: TaskwarriorFile.write(todos, own, in: calendar)
        case .timewarrior: TimewarriorFile.write(times, own, in: calendar)
        case .timewarriorData: TimewarriorFile.write(lines: times, in: calendar)
        case .todoTxt: TodoTxt.write(todos, own, in: calendar)
        case .pomodoro: PomodoroFile.write(times, in: calendar)
        case .iCalendar: CalendarFile.write(todos, times, own, at: now)
        case .csv: times.isEmpty ? TableFile.write(todos, own) : TableFile.write(times, own)
        }
    }

    /// UTF-8, whatever it was: UTF-16 in either order is taken too.
    static func plain(_ bytes: [UInt8]) throws -> [UInt8] {
        let head = bytes.prefix(64)
        guard head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.contains(0) else { return bytes }
        do { return try Sheet.utf8(bytes.count % 2 == 0 || head.count < 64 ? bytes : bytes.dropLast()) } catch {
            throw Failure(.formBroken, "The file is no text.", advice: "Save it as UTF-8.", kind: .badData)
        }
    }
}

extension JSONEntries {
    /// Whose entries these are, by the members of the first.
    fileprivate static func form(of head: [UInt8]) -> Form? {
        var entries = JSONEntries(head)
        let first: JSONValue?
        do { first = try entries.next() } catch {
            // The first entry alone may be longer than what is looked at.
            let text = String(decoding: head, as: UTF8.self)
            return text.contains("\"description\"") ? .taskwarrior : text.contains("\"start\"") ? .timewarrior : nil
        }
        guard let first else { return .taskwarrior }
        if first["description"] != nil, first["status"] != nil || first["uuid"] != nil { return .taskwarrior }
        return first["start"] != nil ? .timewarrior : nil
    }
}

extension Sheet {
    fileprivate static func utf8(_ bytes: ArraySlice<UInt8>) throws(Fault) -> [UInt8] { try utf8(Array(bytes)) }
}
