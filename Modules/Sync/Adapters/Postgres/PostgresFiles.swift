import Kernel
import Postgres
import Sync

/// The files of an account in a database, stored in parts.
///
/// If an older program created the schema, the first login with permission updates it.
package struct PostgresFiles: FilePlace {
    fileprivate let place: PostgresTransport
    /// The maximum size of an encrypted part in bytes, as in the table.
    private static let maximumSize = 4 << 20

    package func parts() throws -> [String: Set<Int>] {
        try call("file_parts()").reduce(into: [:]) { parts, row in
            parts[try row.text(0)] = Set(try row.text(1).split(separator: " ").compactMap { Int($0) })
        }
    }

    package func fingerprint() throws -> String { try call("file_tally()").first.map { "\(try $0.int(0))" } ?? "" }

    package func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isValid, bytes.count <= PostgresFiles.maximumSize else { throw Failure.invalidPart }
        try call("put_file_part($1, $2, $3)", .text(part.name), .int(part.number), .bytes(Data(bytes)))
    }

    package func bytes(of part: FilePart) throws -> [UInt8]? {
        guard part.isValid else { return nil }
        return try call("file_part($1, $2)", .text(part.name), .int(part.number)).first?.dataIfAny(0).map { Array($0) }
    }

    package func remove(_ part: FilePart) throws {
        guard part.isValid else { return }
        try call("remove_file_parts($1, $2)", .text(part.name), .int(part.number))
    }

    package func remove(_ name: String) throws {
        guard FilePart(name: name, number: 0).isValid else { return }
        try call("remove_file_parts($1, $2)", .text(name), .null)
    }

    package func size() throws -> Int { try call("file_tally()").first?.int(1) ?? 0 }

    @discardableResult
    private func call(_ function: String, _ values: PostgresValue...) throws -> PostgresRows {
        try place.mappingErrors {
            do { return try place.session.call(function, with: values) } catch is AbsentSchema {
                // The login of the address may be missing or may lack the permission for the
                // schema.
                do { try place.session.install() } catch let failure as Failure where failure.code != .syncPlaceAway {
                    throw Failure.olderPlace(place.session.address)
                }
                return try place.session.call(function, with: values)
            }
        }
    }
}

extension PostgresTransport { package var files: PostgresFiles { PostgresFiles(place: self) } }

extension Failure {
    fileprivate static func olderPlace(_ address: PostgresAddress) -> Failure {
        Failure(
            .syncPlaceAway, "No files lie in \(address) yet: an older program made it ready.",
            advice:
                "Whoever owns the database brings it up to date: any round under their login does. Changes travel all the same.",
            kind: .temporary)
    }
}
