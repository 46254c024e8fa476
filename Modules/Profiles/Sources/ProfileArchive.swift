import Kernel

/// The file format of one profile with all its records: one JSON object, with one record a line and
/// a CRC-32C of its records. It may exceed the memory.
enum ProfileArchive {
    static let formatName = "commonplace-profile"
    static let currentVersion = 1

    /// The checksum of `{"profile":…,"records":[…]}` without blanks, whatever the layout of the
    /// file.
    struct Checksum {
        private var recordsChecksum: UInt32 = CRC32C.checksum([])
        private var recordsSize = 0
        private var isFirst = true

        /// Adds records in the order of the file.
        mutating func add(_ encodedRecords: [Data]) {
            var text: [UInt8] = []
            for record in encodedRecords {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                text += record
            }
            recordsChecksum = CRC32C.checksum(joining: recordsChecksum, to: CRC32C.checksum(text), of: text.count)
            recordsSize += text.count
        }

        /// Returns the checksum of the whole file as text.
        func text(of profile: Data) -> String {
            let headChecksum = CRC32C.checksum(Array("{\"profile\":".utf8) + profile + Array(",\"records\":[".utf8))
            let tail = Array("]}".utf8)
            let joinedChecksum = CRC32C.checksum(joining: headChecksum, to: recordsChecksum, of: recordsSize)
            return CRC32C.text(CRC32C.checksum(joining: joinedChecksum, to: CRC32C.checksum(tail), of: tail.count))
        }
    }

    /// Writes a profile and the records that a function visits.
    static func write(
        _ profile: Profile, _ write: ([UInt8]) throws -> Void,
        records: (_ visit: ([ArchivedRecord]) throws -> Void) throws -> Void
    ) throws {
        let encodedProfile = try encoded(profile)
        let head = "{\"format\":\"\(formatName)\",\"version\":\(currentVersion),\"profile\":"
        try write(Array(head.utf8) + encodedProfile + Array(",\"records\":[".utf8))
        var checksum = Checksum()
        var isFirst = true
        try withoutActuallyEscaping(write) { write in
            try records { batch in
                var text: [UInt8] = []
                let encoded = try ArchiveText.encode(batch)
                for record in encoded {
                    text += isFirst ? [10] : [UInt8(ascii: ","), 10]
                    text += record
                    isFirst = false
                }
                checksum.add(encoded)
                try write(text)
            }
        }
        try write(Array("\n],\"checksum\":\"\(checksum.text(of: encodedProfile))\"}\n".utf8))
    }

    static func encoded(_ profile: Profile) throws -> Data { try JSONValue.encoder.encode(profile) }
}

/// A reader of such a file, piece by piece. It validates the file at its end.
final class ProfileArchiveReader {
    private static let batch = 1024

    private var parts: JSONMembers
    private var members: [String: [UInt8]] = [:]
    private var checksum = ProfileArchive.Checksum()
    private var isAtEnd = false

    /// - Parameter nextPiece: Returns the next piece, or nil at the end.
    init(_ nextPiece: @escaping () throws -> [UInt8]?) { parts = JSONMembers(list: "records", nextPiece) }

    /// The profile of the file, or nil before its end.
    private(set) var profile: Profile?

    /// Returns more records, or nil at the end of an intact file.
    ///
    /// - Throws: `archiveForeign`, `archiveNewer`, `archiveDamaged`.
    func next() throws -> [ArchivedRecord]? {
        guard !isAtEnd else { return nil }
        var texts: [[UInt8]] = []
        do {
            while texts.count < ProfileArchiveReader.batch {
                guard let part = try parts.next() else {
                    isAtEnd = true
                    break
                }
                switch part {
                case .element(let text): texts.append(text)
                case .member(let name, let text):
                    members[name] = text
                    try validate(name, text)
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
        if isAtEnd { try validateChecksum() }
        return records
    }

    /// Checks the format and the version as soon as they are read.
    private func validate(_ name: String, _ text: [UInt8]) throws {
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

    /// Checks the file at its end and reads the profile.
    private func validateChecksum() throws {
        guard members["format"] != nil, members["version"] != nil else { throw ProfileArchiveReader.noProfile }
        guard let archived = members["profile"].flatMap({ decoded(Profile.self, $0) }),
            let storedChecksum = members["checksum"].flatMap({ decoded(String.self, $0) }),
            try storedChecksum == checksum.text(of: ProfileArchive.encoded(archived))
        else { throw ProfileArchiveReader.damaged }
        profile = archived
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
