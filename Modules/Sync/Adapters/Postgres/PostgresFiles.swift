import Kernel
import Postgres
import Sync

/// Files of an account in the database where its devices meet, part by part. What was laid by an older program is brought up to date by the first
/// who may do that.
public struct PostgresFiles: FilePlace {
    fileprivate let place: PostgresTransport
    /// More than a part takes, sealed; the table takes no more.
    private static let mostBytes = 4 << 20

    public func parts() throws -> [String: Set<Int>] {
        try call("file_parts()").reduce(into: [:]) { parts, row in
            parts[try row.text(0)] = Set(try row.text(1).split(separator: " ").compactMap { Int($0) })
        }
    }

    public func tally() throws -> String { try call("file_tally()").first.map { "\(try $0.int(0))" } ?? "" }

    public func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isSound, bytes.count <= PostgresFiles.mostBytes else { throw Failure.unsoundPart }
        try call("put_file_part($1, $2, $3)", .text(part.name), .int(part.number), .bytes(Data(bytes)))
    }

    public func bytes(of part: FilePart) throws -> [UInt8]? {
        guard part.isSound else { return nil }
        return try call("file_part($1, $2)", .text(part.name), .int(part.number)).first?.dataIfAny(0).map { Array($0) }
    }

    public func remove(_ part: FilePart) throws {
        guard part.isSound else { return }
        try call("remove_file_parts($1, $2)", .text(part.name), .int(part.number))
    }

    public func remove(_ name: String) throws {
        guard FilePart(name: name, number: 0).isSound else { return }
        try call("remove_file_parts($1, $2)", .text(name), .null)
    }

    public func size() throws -> Int { try call("file_tally()").first?.int(1) ?? 0 }

    @discardableResult
    private func call(_ function: String, _ values: PostgresValue...) throws -> PostgresRows {
        try place.asked {
            do { return try place.session.call(function, with: values) } catch is SyncSession.Absent {
                // The address may lead to a login that may lay nothing, or to none.
                do { try place.session.lay() } catch let failure as Failure where failure.code != .syncPlaceAway {
                    throw Failure.olderPlace(place.session.address)
                }
                return try place.session.call(function, with: values)
            }
        }
    }
}

extension PostgresTransport {
    /// Where files lie beside the changes.
    public var files: PostgresFiles { PostgresFiles(place: self) }
}

extension Failure {
    fileprivate static func olderPlace(_ address: PostgresAddress) -> Failure {
        Failure(
            .syncPlaceAway, "No files lie in \(address) yet: an older program made it ready.",
            advice:
                "Whoever owns the database brings it up to date: any round under their login does. Changes travel all the same.",
            kind: .temporary)
    }
}
