import Kernel

/// One profile with everything that is theirs, as it stands in a file: one JSON object, a record a line, with a CRC-32C over its records. There may
/// be more of them than memory holds.
enum ProfileArchive {
    static let formatName = "commonplace-profile"
    static let currentVersion = 1

    /// The checksum over `{"profile":…,"records":[…]}` without blanks, whatever the file looks like.
    struct Checksum {
        private var records: UInt32 = CRC32C.checksum([])
        private var size = 0
        private var isFirst = true

        mutating func add(_ some: [Data]) {
            var text: [UInt8] = []
            for record in some {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                text += record
            }
            records = CRC32C.checksum(joining: records, to: CRC32C.checksum(text), of: text.count)
            size += text.count
        }

        func text(of profile: Data) -> String {
            let front = CRC32C.checksum(Array("{\"profile\":".utf8) + profile + Array(",\"records\":[".utf8))
            let back = Array("]}".utf8)
            let whole = CRC32C.checksum(joining: front, to: records, of: size)
            return CRC32C.text(CRC32C.checksum(joining: whole, to: CRC32C.checksum(back), of: back.count))
        }
    }

    /// Writes a profile and the records that a function visits.
    static func write(
        _ profile: Profile, _ write: ([UInt8]) throws -> Void,
        records: (_ visit: ([ArchivedRecord]) throws -> Void) throws -> Void
    ) throws {
        let own = try encoded(profile)
        let head = "{\"format\":\"\(formatName)\",\"version\":\(currentVersion),\"profile\":"
        try write(Array(head.utf8) + own + Array(",\"records\":[".utf8))
        var checksum = Checksum()
        var isFirst = true
        try withoutActuallyEscaping(write) { write in
            try records { some in
                var text: [UInt8] = []
                let encoded = try ArchiveText.encode(some)
                for record in encoded {
                    text += isFirst ? [10] : [UInt8(ascii: ","), 10]
                    text += record
                    isFirst = false
                }
                checksum.add(encoded)
                try write(text)
            }
        }
        try write(Array("\n],\"checksum\":\"\(checksum.text(of: own))\"}\n".utf8))
    }

    static func encoded(_ profile: Profile) throws -> Data { try JSONValue.encoder.encode(profile) }
}

/// Reads such a file piece by piece, and judges it when all of it was read.
final class ProfileArchiveReader {
    private static let batch = 1024

    private var parts: JSONMembers
    private var members: [String: [UInt8]] = [:]
    private var checksum = ProfileArchive.Checksum()
    private var isOver = false

    /// - Parameter more: gives the next piece, nil at the end.
    init(_ more: @escaping () throws -> [UInt8]?) { parts = JSONMembers(list: "records", more) }

    /// Whose file it is; nil before all of it was read.
    private(set) var profile: Profile?

    /// Some more records; nil when there are none and the file is whole.
    ///
    /// - Throws: `archiveForeign`, `archiveNewer`, `archiveDamaged`.
    func next() throws -> [ArchivedRecord]? {
        guard !isOver else { return nil }
        var texts: [[UInt8]] = []
        do {
            while texts.count < ProfileArchiveReader.batch {
                guard let part = try parts.next() else {
                    isOver = true
                    break
                }
                switch part {
                case .element(let text): texts.append(text)
                case .member(let name, let text):
                    members[name] = text
                    try judge(name, text)
                }
            }
        } catch let failure as Failure where failure.code == .invalidJSON {
            throw members.isEmpty ? ProfileArchiveReader.noProfile : ProfileArchiveReader.damaged
        }
        let records = try ArchiveText.archived(texts).map { record in
            guard let record else { throw ProfileArchiveReader.damaged }
            return record
        }
        checksum.add(try ArchiveText.encode(records))
        if isOver { try judge() }
        return records
    }

    private func judge(_ name: String, _ text: [UInt8]) throws {
        if name == "format" {
            guard let format = decoded(String.self, text), format == ProfileArchive.formatName else {
                throw Failure(
                    .archiveForeign, "The file is not a profile of this app.", advice: "`profile export` makes one.",
                    kind: .badData)
            }
        }
        if name == "version" {
            guard let version = decoded(Int.self, text) else { throw ProfileArchiveReader.damaged }
            guard version <= ProfileArchive.currentVersion else {
                throw Failure(
                    .archiveNewer, "The file was made by a newer version of this app.",
                    advice: "Nothing was changed. Update the app.", kind: .badData)
            }
        }
    }

    private func judge() throws {
        guard members["format"] != nil, members["version"] != nil else { throw ProfileArchiveReader.noProfile }
        guard let own = members["profile"].flatMap({ decoded(Profile.self, $0) }),
            let sum = members["checksum"].flatMap({ decoded(String.self, $0) }),
            try sum == checksum.text(of: ProfileArchive.encoded(own))
        else { throw ProfileArchiveReader.damaged }
        profile = own
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text))
    }

    private static let noProfile = Failure(
        .archiveDamaged, "The file is not a profile, or it is damaged.", advice: "Nothing was changed.", kind: .badData)
    private static let damaged = Failure(
        .archiveDamaged, "The file is damaged: its contents do not match its checksum.",
        advice: "Nothing was changed. Export it again.", kind: .badData)
}
