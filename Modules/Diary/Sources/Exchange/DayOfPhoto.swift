import Kernel
import Pictures

/// The day of an imported photo: from its camera, else its name, else the user.
struct DayOfPhoto: Sendable {
    /// The source of the day, most certain first.
    ///
    /// If several photos have the same day, the photo with the most certain source is imported.
    enum Source: Int, Sendable { case person, camera, name, file }

    /// The earliest plausible day of a camera, 1990-01-01.
    ///
    /// An earlier day comes from a clock that was never set.
    static let firstCameraDay = Day(ordinal: 7305)
    /// The year of the first photo. An earlier date in a name is not a date.
    private static let firstYear = 1826

    let day: Day
    let source: Source

    /// Returns the day from the camera or the name, or the reason why neither has a valid day.
    static func find(camera: CameraNotes, name: Substring, today: Day) -> Result<DayOfPhoto, Undated> {
        let captureDay = camera.taken?.day
        if let captureDay, captureDay >= firstCameraDay, captureDay <= today {
            return .success(DayOfPhoto(day: captureDay, source: .camera))
        }
        if let day = day(inName: name, through: today) { return .success(DayOfPhoto(day: day, source: .name)) }
        guard let captureDay else { return .failure(.silent) }
        return .failure(captureDay > today ? .future : .unset)
    }

    /// Returns the user's day for an undated photo.
    ///
    /// If there is none, returns the date of its file if the options permit it.
    static func find(_ photo: ImportSource.Photo, _ options: ImportOptions, today: Day, by calendar: LocalCalendar)
        -> DayOfPhoto?
    {
        if let day = options.days[photo.name] { return DayOfPhoto(day: day, source: .person) }
        guard options.usesFileTime, let day = photo.changedAt.map(calendar.day), day <= today else { return nil }
        return DayOfPhoto(day: day, source: .file)
    }

    /// The reason why a photo has no day.
    enum Undated: Error {
        /// Neither the camera nor the name says a day.
        case silent
        case future
        /// The clock of its camera was never set.
        case unset
    }

    /// Returns the first date in a name, such as `IMG_20240131_…`, `2024-01-31 12.00.jpg` or
    /// `WhatsApp Image 2024-01-31 at …`.
    ///
    /// Future dates do not count.
    static func day(inName name: Substring, through today: Day) -> Day? {
        let bytes = Array(name.utf8)
        var position = 0
        while position < bytes.count {
            guard isDigit(bytes[position]) else {
                position += 1
                continue
            }
            let digits = bytes[position...].prefix(while: isDigit)
            let candidate =
                digits.count == 8
                ? date(bytes, position, [0, 4, 6])
                : digits.count == 4
                    ? separatedDate(bytes, position) : digits.count == 14 ? date(bytes, position, [0, 4, 6]) : nil
            if let candidate, candidate.year >= firstYear, candidate <= today { return candidate }
            position = digits.endIndex
        }
        return nil
    }

    /// Parses `2024-01-31`, `2024_01_31` or `2024.01.31`.
    private static func separatedDate(_ bytes: [UInt8], _ position: Int) -> Day? {
        guard position + 10 <= bytes.count, [45, 46, 95].contains(bytes[position + 4]),
            bytes[position + 7] == bytes[position + 4],
            position + 10 == bytes.count || !isDigit(bytes[position + 10])
        else { return nil }
        return date(bytes, position, [0, 5, 8])
    }

    /// Reads a date whose year, month and day begin at these offsets from a position.
    private static func date(_ bytes: [UInt8], _ position: Int, _ offsets: [Int]) -> Day? {
        func number(_ start: Int, _ count: Int) -> Int? {
            let digits = bytes[position + start..<position + start + count]
            return digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
        }
        guard let year = number(offsets[0], 4), let month = number(offsets[1], 2), let day = number(offsets[2], 2)
        else {
            return nil
        }
        return Day(year: year, month: month, day: day)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
