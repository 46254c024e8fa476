import Kernel

/// One profile with everything that is theirs, as it stands in a file: one JSON object with a CRC-32C over its records.
struct ProfileArchive: Codable {
    static let formatName = "commonplace-profile"
    static let currentVersion = 1

    let format: String
    let version: Int
    let profile: Profile
    let records: [ArchivedRecord]
    let checksum: String

    init(profile: Profile, records: [ArchivedRecord]) throws {
        format = ProfileArchive.formatName
        version = ProfileArchive.currentVersion
        self.profile = profile
        self.records = records
        checksum = try ProfileArchive.checksum(profile, records)
    }

    /// - Throws: `archiveForeign`, `archiveNewer`, `archiveDamaged`.
    init(decoding bytes: [UInt8]) throws {
        let data = Data(bytes)
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
            throw Failure(
                .archiveDamaged, "The file is not a profile, or it is damaged.", advice: "Nothing was changed.", kind: .badData)
        }
        guard head.format == ProfileArchive.formatName else {
            throw Failure(
                .archiveForeign, "The file is not a profile of this app.", advice: "`profile export` makes one.", kind: .badData)
        }
        guard head.version <= ProfileArchive.currentVersion else {
            throw Failure(
                .archiveNewer, "The file was made by a newer version of this app.",
                advice: "Nothing was changed. Update the app.",
                kind: .badData)
        }
        do {
            self = try JSONDecoder().decode(ProfileArchive.self, from: data)
            guard try checksum == ProfileArchive.checksum(profile, records) else { throw CocoaError(.fileReadCorruptFile) }
        } catch {
            throw Failure(
                .archiveDamaged, "The file is damaged: its contents do not match its checksum.",
                advice: "Nothing was changed. Export it again.",
                kind: .badData)
        }
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    private struct Head: Decodable {
        let format: String
        let version: Int
    }

    private struct Checked: Encodable {
        let profile: Profile
        let records: [ArchivedRecord]
    }

    private static func checksum(_ profile: Profile, _ records: [ArchivedRecord]) throws -> String {
        CRC32C.text(of: try JSONValue.encoder.encode(Checked(profile: profile, records: records)))
    }
}
