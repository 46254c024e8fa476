import Kernel

/// What a camera wrote down beside the picture (EXIF), as far as a diary asks.
public struct CameraNotes: Hashable, Sendable {
    /// The day and time on the camera's clock when the photo was taken: local time, never UTC.
    public struct Moment: Hashable, Sendable {
        /// The day on its calendar.
        public let day: Day
        /// Seconds since midnight, 0…86,399.
        public let secondOfDay: Int
        /// Seconds east of UTC, when the camera says.
        public let offset: Int?

        /// A reading of the camera's clock.
        public init(day: Day, secondOfDay: Int, offset: Int?) {
            (self.day, self.secondOfDay, self.offset) = (day, secondOfDay, offset)
        }
    }

    /// A place on the earth, in degrees: north and east count up.
    public struct Spot: Hashable, Sendable {
        /// -90…90.
        public let latitude: Double
        /// -180…180.
        public let longitude: Double

        /// Nil for what is no place, and for 0, 0, which cameras write that found none.
        public init?(latitude: Double, longitude: Double) {
            guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
            (self.latitude, self.longitude) = (latitude, longitude)
        }
    }

    /// When the photo was taken; nil when the camera does not say, or says nonsense.
    public let taken: Moment?
    /// How the picture is to be turned, 1…8 as TIFF counts; 1 for not at all.
    public let orientation: Int
    /// Whether the place where it was taken is written down.
    public let hasLocation: Bool
    /// Where it was taken; nil where nothing is written down, or nothing that is a place.
    public let spot: Spot?

    /// Notes from their parts.
    public init(taken: Moment? = nil, orientation: Int = 1, hasLocation: Bool = false, spot: Spot? = nil) {
        (self.taken, self.orientation, self.hasLocation, self.spot) = (taken, orientation, hasLocation, spot)
    }
}

extension CameraNotes.Spot: CustomStringConvertible {
    /// As maps take it, to a metre: `48.20849, 16.37208`.
    public var description: String { [latitude, longitude].map(CameraNotes.Spot.written).joined(separator: ", ") }

    private static func written(_ degrees: Double) -> String {
        let parts = Int((abs(degrees) * 100_000).rounded())
        return "\(degrees < 0 && parts > 0 ? "-" : "")\(parts / 100_000).\((parts % 100_000).padded(5))"
    }
}

/// The directories of a TIFF block (TIFF 6.0, section 2; EXIF 2.32, section 4.6).
///
/// Three directories are read at most, each once and none through another's link to a next one, so a loop cannot be followed.
extension CameraNotes {
    init(exif block: ByteReader) {
        guard let directory = try? TIFFDirectory.first(of: block) else {
            self.init()
            return
        }
        let camera = directory.follow(0x8769)
        let location = directory.follow(0x8825)
        let orientation = directory.number(0x0112).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        self.init(
            taken: camera.flatMap(CameraNotes.moment), orientation: orientation,
            hasLocation: location.map { !$0.isEmpty } ?? false, spot: location.flatMap(CameraNotes.spot))
    }

    /// Degrees, minutes and seconds with their signs (EXIF 2.32, section 4.6.6).
    private static func spot(_ location: TIFFDirectory) -> Spot? {
        func degrees(_ letter: Int, _ number: Int, minus: String, plus: String) -> Double? {
            guard let sign = location.text(letter), let parts = location.fractions(number, count: 3),
                sign == minus || sign == plus
            else { return nil }
            return (sign == minus ? -1 : 1) * (parts[0] + parts[1] / 60 + parts[2] / 3600)
        }
        guard let latitude = degrees(1, 2, minus: "S", plus: "N"), let longitude = degrees(3, 4, minus: "W", plus: "E") else {
            return nil
        }
        return Spot(latitude: latitude, longitude: longitude)
    }

    private static func moment(_ camera: TIFFDirectory) -> Moment? {
        guard let text = camera.text(0x9003), text.utf8.count >= 19 else { return nil }
        let parts = text.prefix(19).split(whereSeparator: { $0 == ":" || $0 == " " }).map { Int($0) }
        guard parts.count == 6, let year = parts[0], let month = parts[1], let dayOfMonth = parts[2], let hour = parts[3],
            let minute = parts[4], let second = parts[5], let day = Day(year: year, month: month, day: dayOfMonth),
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let offset = (camera.text(0x9011).flatMap(offset)) ?? (camera.text(0x9010).flatMap(offset))
        return Moment(day: day, secondOfDay: min(hour * 3600 + minute * 60 + second, 86_399), offset: offset)
    }

    /// `+09:00`, as seconds.
    private static func offset(_ text: String) -> Int? {
        let sign = text.hasPrefix("+") ? 1 : text.hasPrefix("-") ? -1 : 0
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard sign != 0, parts.count == 2, let hours = parts[0], let minutes = parts[1], (0...14).contains(hours),
            (0..<60).contains(minutes)
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
