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

    /// When the photo was taken; nil when the camera does not say, or says nonsense.
    public let taken: Moment?
    /// How the picture is to be turned, 1…8 as TIFF counts; 1 for not at all.
    public let orientation: Int
    /// Whether the place where it was taken is written down.
    public let hasLocation: Bool

    /// Notes from their parts.
    public init(taken: Moment? = nil, orientation: Int = 1, hasLocation: Bool = false) {
        (self.taken, self.orientation, self.hasLocation) = (taken, orientation, hasLocation)
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
            hasLocation: location.map { !$0.isEmpty } ?? false)
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
