import Kernel

/// The wire format of batches, cards and snapshots: lines of JSON. The first line describes the
/// others.
enum WireText {
    /// The format version that this program writes.
    static let form = 1
    /// The maximum size of a batch, card or snapshot in bytes.
    static let maximumSize = 96 << 20

    /// The members that the first lines of all kinds share.
    private struct Kind: Codable {
        let kind: String
        let form: Int
    }

    static func write<Head: Encodable>(_ head: Head, _ records: [StoredRecord] = []) throws -> [UInt8] {
        let encoder = JSONValue.encoder
        var bytes = [UInt8](try encoder.encode(head))
        for record in records {
            bytes.append(UInt8(ascii: "\n"))
            bytes += try encoder.encode(record)
        }
        return bytes
    }

    /// Parses the header and the records.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`.
    static func read<Head: Decodable>(_ type: Head.Type, kind: String, from bytes: [UInt8]) throws -> (
        Head, [StoredRecord]
    ) {
        guard bytes.count <= maximumSize else { throw unreadable("it is too long") }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let decoder = JSONDecoder()
        do {
            let first = Data(lines.first ?? [])
            let header = try decoder.decode(Kind.self, from: first)
            guard header.kind == kind else { throw unreadable("it is something else") }
            guard header.form <= form else { throw newer }
            let head = try decoder.decode(type, from: first)
            let records = try lines.dropFirst().map { try decoder.decode(StoredRecord.self, from: Data($0)) }
            for record in records where record.stamp.deleted == record.isLive {
                throw unreadable("a record makes no sense")
            }
            return (head, records)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreadable("it is damaged")
        }
    }

    static var newer: Failure {
        Failure(
            .syncNewerForm, "A device of this account writes in a form that this version does not know.",
            advice: "Update this program; nothing was changed.")
    }

    static func unreadable(_ why: String) -> Failure {
        Failure(
            .syncUnreadable, "Something that another device has left cannot be read: \(why).",
            advice: "Nothing of it was taken in. If it stays so, look at that device.", kind: .badData)
    }
}
