import Kernel

/// The metadata that a camera writes into a picture (EXIF), as far as a diary needs it.
package struct CameraNotes: Hashable, Sendable {
    /// The day and time of the photo on the camera's clock: local time, never UTC.
    package struct Moment: Hashable, Sendable {
        package let day: Day
        /// Seconds since midnight, 0…86,399.
        package let secondOfDay: Int
        /// Seconds east of UTC, or nil if the camera did not record it.
        package let offset: Int?

        package init(day: Day, secondOfDay: Int, offset: Int?) {
            self.day = day
            self.secondOfDay = secondOfDay
            self.offset = offset
        }
    }

    /// Geographic coordinates in degrees, positive to the north and east.
    package struct Coordinates: Hashable, Sendable {
        /// The range is -90…90.
        package let latitude: Double
        /// The range is -180…180.
        package let longitude: Double

        /// Creates coordinates. Returns nil outside the valid ranges, and for 0, 0, which cameras
        /// write without a position.
        package init?(latitude: Double, longitude: Double) {
            guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The time of the photo, or nil if it is missing or invalid.
    package let taken: Moment?
    /// The orientation of the picture, 1…8 as in TIFF. Upright is 1.
    package let orientation: Int
    package let hasLocation: Bool
    /// The coordinates of the photo, or nil if they are missing or invalid.
    package let coordinates: Coordinates?

    package init(taken: Moment? = nil, orientation: Int = 1, hasLocation: Bool = false, coordinates: Coordinates? = nil)
    {
        self.taken = taken
        self.orientation = orientation
        self.hasLocation = hasLocation
        self.coordinates = coordinates
    }
}

extension CameraNotes.Coordinates: CustomStringConvertible {
    /// The coordinates for maps, precise to a meter: `48.20849, 16.37208`.
    package var description: String {
        [latitude, longitude].map(CameraNotes.Coordinates.formatted).joined(separator: ", ")
    }

    private static func formatted(_ degrees: Double) -> String {
        let parts = Int((abs(degrees) * 100_000).rounded())
        return "\(degrees < 0 && parts > 0 ? "-" : "")\(parts / 100_000).\((parts % 100_000).padded(5))"
    }
}

/// Reads the directories of a TIFF block (TIFF 6.0, section 2; EXIF 2.32, section 4.6).
///
/// At most three directories are read, each once and without following links between them, so a
/// loop is impossible.
extension CameraNotes {
    init(exif block: ByteReader) {
        guard let directory = try? TIFFDirectory.first(of: block) else {
            self.init()
            return
        }
        // The tags are those of the EXIF directory, the GPS directory and the orientation.
        let camera = directory.follow(0x8769)
        let location = directory.follow(0x8825)
        let orientation = directory.number(0x0112).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        self.init(
            taken: camera.flatMap(CameraNotes.moment), orientation: orientation,
            hasLocation: location.map { !$0.isEmpty } ?? false, coordinates: location.flatMap(CameraNotes.coordinates))
    }

    /// Reads coordinates from degrees, minutes and seconds with their signs (EXIF 2.32, section
    /// 4.6.6).
    private static func coordinates(_ location: TIFFDirectory) -> Coordinates? {
        func degrees(_ signTag: Int, _ valueTag: Int, minus: String, plus: String) -> Double? {
            guard let sign = location.text(signTag), let parts = location.fractions(valueTag, count: 3),
                sign == minus || sign == plus
            else { return nil }
            return (sign == minus ? -1 : 1) * (parts[0] + parts[1] / 60 + parts[2] / 3600)
        }
        guard let latitude = degrees(1, 2, minus: "S", plus: "N"), let longitude = degrees(3, 4, minus: "W", plus: "E")
        else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    /// Reads the time at which the photo was taken.
    private static func moment(_ camera: TIFFDirectory) -> Moment? {
        // 0x9003 is DateTimeOriginal, such as `2026:11:20 10:00:00`.
        guard let text = camera.text(0x9003), text.utf8.count >= 19 else { return nil }
        let parts = text.prefix(19).split(whereSeparator: { $0 == ":" || $0 == " " }).map { Int($0) }
        guard parts.count == 6, let year = parts[0], let month = parts[1], let dayOfMonth = parts[2],
            let hour = parts[3],
            let minute = parts[4], let second = parts[5], let day = Day(year: year, month: month, day: dayOfMonth),
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        // The zone of the original photo, or else the zone of the file.
        let offset = (camera.text(0x9011).flatMap(offset)) ?? (camera.text(0x9010).flatMap(offset))
        return Moment(day: day, secondOfDay: min(hour * 3600 + minute * 60 + second, 86_399), offset: offset)
    }

    /// Parses an offset such as `+09:00` into seconds.
    private static func offset(_ text: String) -> Int? {
        let sign = text.hasPrefix("+") ? 1 : text.hasPrefix("-") ? -1 : 0
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard sign != 0, parts.count == 2, let hours = parts[0], let minutes = parts[1], (0...14).contains(hours),
            (0..<60).contains(minutes)
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
