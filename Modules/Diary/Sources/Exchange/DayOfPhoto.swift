import Kernel
import Pictures

/// For which day a photo of a folder is: what its camera wrote down, else what its name says, else what a person says.
struct DayOfPhoto: Sendable {
    /// What decided: of several photos of a day the first of these counts most.
    enum Source: Int, Sendable { case person, camera, name, file }

    /// No camera wrote a date before; an earlier one is of a clock that was never set.
    static let firstCameraDay = Day(ordinal: 7305)
    /// Photos are not older, whatever their names say.
    private static let firstYear = 1826

    let day: Day
    let source: Source

    /// Nil where neither says a day that can be; `why` completes a sentence about the photo.
    static func find(camera: CameraNotes, name: Substring, today: Day) -> Result<DayOfPhoto, Undated> {
        let taken = camera.taken?.day
        if let taken, taken >= firstCameraDay, taken <= today { return .success(DayOfPhoto(day: taken, source: .camera)) }
        if let day = day(inName: name, through: today) { return .success(DayOfPhoto(day: day, source: .name)) }
        guard let taken else { return .failure(.silent) }
        return .failure(taken > today ? .future : .unset)
    }

    /// What somebody said of a photo that says no day itself, else when its file was changed, where that counts; nil where that helps nothing.
    static func find(_ photo: ImportSource.Photo, _ wishes: ImportWishes, today: Day, by calendar: LocalCalendar) -> DayOfPhoto? {
        if let day = wishes.days[photo.name] { return DayOfPhoto(day: day, source: .person) }
        guard wishes.usesFileTime, let day = photo.changedAt.map(calendar.day), day <= today else { return nil }
        return DayOfPhoto(day: day, source: .file)
    }

    /// Why a photo has no day.
    enum Undated: Error {
        /// Neither its camera nor its name says one.
        case silent
        /// It would be in the future.
        case future
        /// Its camera's clock was never set.
        case unset
    }

    /// The first date in a name: `IMG_20240131_…`, `2024-01-31 12.00.jpg`, `WhatsApp Image 2024-01-31 at …`. Digits that go on are no date, and one after
    /// today is none either.
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

    /// `2024-01-31`, `2024_01_31`, `2024.01.31`.
    private static func dashed(_ letters: [UInt8], _ place: Int) -> Day? {
        guard place + 10 <= letters.count, [45, 46, 95].contains(letters[place + 4]), letters[place + 7] == letters[place + 4],
            place + 10 == letters.count || !isDigit(letters[place + 10])
        else { return nil }
        return day(letters, place, [0, 5, 8])
    }

    private static func day(_ letters: [UInt8], _ place: Int, _ parts: [Int]) -> Day? {
        func number(_ start: Int, _ count: Int) -> Int? {
            let digits = letters[place + start..<place + start + count]
            return digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
        }
        guard let year = number(parts[0], 4), let month = number(parts[1], 2), let day = number(parts[2], 2) else { return nil }
        return Day(year: year, month: month, day: day)
    }

    private static func isDigit(_ letter: UInt8) -> Bool { (48...57).contains(letter) }
}
