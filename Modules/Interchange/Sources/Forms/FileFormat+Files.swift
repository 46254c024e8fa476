import Documents
import Kernel

extension FileFormat {
    /// Returns the form of a file, detected from its content, or `nil` for an unknown form. The
    /// file name is ignored.
    package static func detect(_ bytes: [UInt8]) -> FileFormat? {
        guard let utf8Bytes = try? utf8(Array(bytes.prefix(1 << 16))) else { return nil }
        var lines = Lines(utf8Bytes)
        while let line = lines.next() {
            guard let first = line.first(where: { $0 != 32 && $0 != 9 }) else { continue }
            if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return JSONEntries.form(of: utf8Bytes) }
            guard let text = line.text?.trimmed() else { return nil }
            if text.uppercased() == "BEGIN:VCALENDAR" { return .iCalendar }
            if text.hasPrefix("inc ") { return .timewarriorData }
            if PomodoroFile.time(text) != nil { return .pomodoro }
            if TableFile.isHeading(text) { return .csv }
            return TodoTxt.isLikely(utf8Bytes) ? .todoTxt : nil
        }
        return nil
    }

    /// Reads a file of this form and lists unreadable parts in the result.
    ///
    /// - Parameter fieldPrefix: the prefix of the calling program's own field names, such as
    ///   `focusflow`.
    /// - Throws: `formBroken` if nothing after some position can be read, or `formTooLarge`.
    package func read(_ bytes: [UInt8], fieldPrefix: String) throws -> ParsedFile {
        let utf8Bytes = try FileFormat.utf8(bytes)
        return switch self {
        case .taskwarrior: try TaskwarriorFile.read(utf8Bytes, fieldPrefix)
        case .timewarrior: try TimewarriorFile.read(utf8Bytes, fieldPrefix)
        case .timewarriorData: try TimewarriorFile.read(lines: utf8Bytes)
        case .todoTxt: try TodoTxt.read(utf8Bytes, fieldPrefix)
        case .pomodoro: try PomodoroFile.read(utf8Bytes)
        case .iCalendar: try CalendarFile.read(utf8Bytes, fieldPrefix)
        case .csv: try TableFile.read(utf8Bytes, fieldPrefix)
        }
    }

    /// Writes a parsed file in this form, as far as the form can represent it. Times are converted
    /// to `calendar` if the form supports no other time zone.
    package func write(_ parsed: ParsedFile, fieldPrefix: String, in calendar: LocalCalendar, at now: Instant)
        -> [UInt8]
    {
        let todos = parsed.todos.map(\.value)
        let times = parsed.times.map(\.value)
        return switch self {
        case .taskwarrior: TaskwarriorFile.write(todos, fieldPrefix, in: calendar)
        case .timewarrior: TimewarriorFile.write(times, fieldPrefix, in: calendar)
        case .timewarriorData: TimewarriorFile.write(lines: times, in: calendar)
        case .todoTxt: TodoTxt.write(todos, fieldPrefix, in: calendar)
        case .pomodoro: PomodoroFile.write(times, in: calendar)
        case .iCalendar: CalendarFile.write(todos, times, fieldPrefix, at: now)
        case .csv: times.isEmpty ? TableFile.write(todos, fieldPrefix) : TableFile.write(times, fieldPrefix)
        }
    }

    /// Converts the bytes to UTF-8. The input may also be UTF-16 in either byte order.
    static func utf8(_ bytes: [UInt8]) throws -> [UInt8] {
        let head = bytes.prefix(64)
        guard head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.contains(0) else {
            return bytes
        }
        do { return try Sheet.utf8(bytes.count % 2 == 0 || head.count < 64 ? bytes : bytes.dropLast()) } catch {
            throw Failure(.formBroken, "The file is no text.", advice: "Save it as UTF-8.", kind: .badData)
        }
    }
}

extension JSONEntries {
    /// Returns the form of JSON entries, detected from the members of the first one.
    fileprivate static func form(of head: [UInt8]) -> FileFormat? {
        var entries = JSONEntries(head)
        let first: JSONValue?
        do { first = try entries.next() } catch {
            // The first entry alone may be longer than the inspected prefix.
            let text = String(decoding: head, as: UTF8.self)
            return text.contains("\"description\"") ? .taskwarrior : text.contains("\"start\"") ? .timewarrior : nil
        }
        guard let first else { return .taskwarrior }
        if first["description"] != nil, first["status"] != nil || first["uuid"] != nil { return .taskwarrior }
        return first["start"] != nil ? .timewarrior : nil
    }
}

extension Sheet {
    fileprivate static func utf8(_ bytes: ArraySlice<UInt8>) throws(SheetError) -> [UInt8] { try utf8(Array(bytes)) }
}
