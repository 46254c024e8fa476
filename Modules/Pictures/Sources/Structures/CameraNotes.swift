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
        guard let directory = try? Directory.first(of: block) else {
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

    private static func moment(_ camera: Directory) -> Moment? {
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

private struct Directory {
    private static let mostEntries = 1000
    private let block: ByteReader
    private var entries: [Int: (type: Int, count: Int, value: ByteReader)] = [:]

    var isEmpty: Bool { entries.isEmpty }

    static func first(of block: ByteReader) throws -> Directory {
        var head = block
        switch try head.tag() {
        case "II*\0": head.order = .little
        case "MM\0*": head.order = .big
        default: throw ByteReader.Malformed.damaged
        }
        var ordered = block
        ordered.order = head.order
        return try Directory(ordered, at: head.number(4))
    }

    private init(_ block: ByteReader, at offset: Int) throws {
        self.block = block
        var reader = try block.from(offset)
        let count = try reader.number(2)
        guard count <= Directory.mostEntries else { throw ByteReader.Malformed.damaged }
        for _ in 0..<count {
            let (tag, type, number) = (try reader.number(2), try reader.number(2), try reader.number(4))
            let value = try reader.window(4)
            if entries[tag] == nil { entries[tag] = (type, number, value) }
        }
    }

    /// The directory that a tag points to.
    func follow(_ tag: Int) -> Directory? {
        guard let entry = entries[tag], entry.type == 4 || entry.type == 13, entry.count == 1 else { return nil }
        var value = entry.value
        return (try? value.number(4)).flatMap { try? Directory(block, at: $0) }
    }

    /// A number of two or four bytes.
    func number(_ tag: Int) -> Int? {
        guard let entry = entries[tag], entry.count == 1, entry.type == 3 || entry.type == 4 else { return nil }
        var value = entry.value
        return try? value.number(entry.type == 3 ? 2 : 4)
    }

    /// ASCII text of at most 64 bytes, without the NUL at its end.
    func text(_ tag: Int) -> String? {
        guard let entry = entries[tag], entry.type == 2, (1...64).contains(entry.count) else { return nil }
        var value = entry.value
        if entry.count > 4 {
            guard let offset = try? value.number(4), let there = try? block.from(offset) else { return nil }
            value = there
        }
        guard let text = try? value.window(entry.count).rest.prefix(while: { $0 != 0 }),
            text.allSatisfy({ (32..<127).contains($0) })
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
