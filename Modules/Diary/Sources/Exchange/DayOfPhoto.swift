import Kernel
import Pictures

/// The day of an imported photo: from its camera, else its name, else the user.
struct DayOfPhoto: Sendable {
    /// The source of the day, most certain first.
    ///
    /// If several photos have the same day, the photo with the most certain source is imported.
    enum Source: Int, Sendable { case person, camera, name, file }

    /// The earliest plausible day of a camera.
    ///
    /// An earlier day comes from a clock that was never set.
    static let firstCameraDay = Day(ordinal: 7305)
    /// The year of the first photo. An earlier date in a name is not a date.
    private static let firstYear = 1826

    let day: Day
    let source: Source

    /// Returns the day from the camera or the name, or the reason why neither has a valid day.
    static func find(camera: CameraNotes, name: Substring, today: Day) -> Result<DayOfPhoto, Undated> {
        let taken = camera.taken?.day
        if let taken, taken >= firstCameraDay, taken <= today {
            return .success(DayOfPhoto(day: taken, source: .camera))
        }
        if let day = day(inName: name, through: today) { return .success(DayOfPhoto(day: day, source: .name)) }
        guard let taken else { return .failure(.silent) }
        return .failure(taken > today ? .future : .unset)
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
        let letters = Array(name.utf8)
        var place = 0
        while place < letters.count {
            guard isDigit(letters[place]) else {
                place += 1
                continue
            }
            let run = letters[place...].prefix(while: isDigit)
            let found =
                run.count == 8
                ? day(letters, place, [0, 4, 6])
                : run.count == 4 ? dashed(letters, place) : run.count == 14 ? day(letters, place, [0, 4, 6]) : nil
            if let found, found.year >= firstYear, found <= today { return found }
            place = run.endIndex
        }
        return nil
    }

    /// Parses `2024-01-31`, `2024_01_31` or `2024.01.31`.
    private static func dashed(_ letters: [UInt8], _ place: Int) -> Day? {
        guard place + 10 <= letters.count, [45, 46, 95].contains(letters[place + 4]),
            letters[place + 7] == letters[place + 4],
            place + 10 == letters.count || !isDigit(letters[place + 10])
        else { return nil }
        return day(letters, place, [0, 5, 8])
    }

    private static func day(_ letters: [UInt8], _ place: Int, _ parts: [Int]) -> Day? {
        func number(_ start: Int, _ count: Int) -> Int? {
            let digits = letters[place + start..<place + start + count]
            return digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
        }
        guard let year = number(parts[0], 4), let month = number(parts[1], 2), let day = number(parts[2], 2) else {
            return nil
        }
        return Day(year: year, month: month, day: day)
    }

    private static func isDigit(_ letter: UInt8) -> Bool { (48...57).contains(letter) }
}
