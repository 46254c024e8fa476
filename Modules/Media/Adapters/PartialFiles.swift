import Files
import Kernel
import Media
import Pictures

/// The partial files, each named after its address, with a note about its origin.
struct PartialFiles: Sendable {
    /// The absolute path of the folder.
    let root: String

    /// Locks the partial file of an address while a body completes it.
    ///
    /// - Throws: `fetchBusy` while another process has the lock, `mediaNotKept`, and the errors of
    ///   the body.
    func withPartialFile(_ address: WebAddress, _ fill: (PartialFile) throws -> Void) throws -> Downloads.Fetched {
        let partialFile: PartialFile
        do {
            let name = PartialFiles.name(of: address.description)
            let folder = try Folder.open(root, [], making: true)
            guard let file = try folder.growingFile(name + PartialFile.fileExtension) else {
                throw Failure(
                    .fetchBusy, "This file is being fetched already.",
                    advice: "Wait until the other command has ended.", kind: .temporary)
            }
            partialFile = PartialFile(address: address.description, name: name, root: root, folder: folder, file: file)
        } catch let error as FileError { throw PartialFiles.storageFailure(error) }
        do {
            try fill(partialFile)
            return Downloads.Fetched(try partialFile.completeFile(), drop: partialFile.remove)
        } catch let error as FileError { throw PartialFiles.storageFailure(error) }
    }

    /// Returns all partial files, ordered by address.
    @Sendable func all() throws -> [Downloads.PartialFile] {
        do {
            let folder = try Folder.open(root, [], making: false)
            return try folder.names().compactMap { listedPartialFile($0, in: folder) }.sorted {
                $0.address < $1.address
            }
        } catch { return [] }
    }

    /// Deletes partial files that have not grown since a time and that no process has locked.
    @Sendable func sweep(_ limit: Instant) throws -> [Downloads.PartialFile] {
        guard let folder = try? Folder.open(root, [], making: false) else { return [] }
        return ((try? folder.names(hidden: true)) ?? []).compactMap { name in
            guard let metadata = folder.metadata(of: name), metadata.changedAt < limit else { return nil }
            guard name.hasSuffix(PartialFile.fileExtension) else {
                // Companion files are deleted with their file. One without it remained after a
                // crash.
                let ownerName = name.drop { $0 == "." }.prefix { $0 != "." } + PartialFile.fileExtension
                if folder.metadata(of: String(ownerName)) == nil { try? folder.remove(name) }
                return nil
            }
            let listedFile = listedPartialFile(name, in: folder)
            guard let file = try? folder.growingFile(name, making: false) else { return nil }
            PartialFile(
                address: listedFile?.address ?? "", name: String(name.dropLast(PartialFile.fileExtension.count)),
                root: root,
                folder: folder, file: file
            ).remove()
            return listedFile
                ?? Downloads.PartialFile(address: "", bytes: metadata.bytes, changedAt: metadata.changedAt)
        }
    }

    /// Returns a partial file for a list, or nil for a file of another kind.
    private func listedPartialFile(_ name: String, in folder: Folder) -> Downloads.PartialFile? {
        guard name.hasSuffix(PartialFile.fileExtension), let metadata = folder.metadata(of: name) else { return nil }
        let origin = PartialFile.Origin.read(String(name.dropLast(PartialFile.fileExtension.count)), in: folder)
        return Downloads.PartialFile(
            address: origin?.address ?? "", bytes: metadata.bytes, changedAt: metadata.changedAt)
    }

    /// Returns the file name for an address, derived from its hash.
    private static func name(of address: String) -> String { SHA256.digest(Array(address.utf8)).prefix(12).hexadecimal }

    /// Returns the failure for a partial file that could not be stored.
    private static func storageFailure(_ error: FileError) -> Failure {
        Failure(
            .mediaNotKept, "What comes cannot be kept: \(error).", advice: "Check that there is enough space.",
            kind: .cannotCreate)
    }
}

/// A partial file, locked as long as this object exists.
final class PartialFile: Sendable {
    /// The origin of a partial file, written before its first byte.
    struct Origin: Codable, Equatable {
        let address: String
        /// The size of the complete file in bytes, or nil if the server gave none.
        let total: Int?
        /// The version of the file, with which the server tells whether it has changed.
        let tag: String?

        /// Reads the note of a partial file, or returns nil without a readable one.
        static func read(_ name: String, in folder: Folder) -> Origin? {
            (try? folder.read(name + ".note", limit: 8192)).flatMap {
                try? JSONDecoder().decode(Origin.self, from: Data($0))
            }
        }
    }

    static let fileExtension = ".half"

    let address: String
    /// The name without its extension, derived from the address.
    private let name: String
    private let root: String
    // An open folder, in which files are created and found even if its name changes.
    private nonisolated(unsafe) let folder: Folder
    private let file: GrowingFile

    init(address: String, name: String, root: String, folder: Folder, file: GrowingFile) {
        self.address = address
        self.name = name
        self.root = root
        self.folder = folder
        self.file = file
    }

    /// The file to which `curl` writes the server's header.
    var headerPath: String { "\(root)/\(name).head" }

    func size() throws -> Int { try file.size() }

    func append(_ bytes: [UInt8]) throws { try file.append(bytes) }

    func truncate() throws { try file.truncate() }

    /// Returns the server's header of the file.
    func header() -> String {
        (try? folder.read("\(name).head", limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Deletes the previous header, so that nothing writes into an existing file.
    func removeHeader() { try? folder.remove("\(name).head") }

    /// Returns the note about the file, or nil without one or for another address.
    func origin() -> Origin? { Origin.read(name, in: folder).flatMap { $0.address == address ? $0 : nil } }

    /// Writes the note about the file.
    func saveOrigin(_ origin: Origin) throws {
        let bytes = Array(try JSONEncoder().encode(origin))
        try folder.withFreeDraftName("\(name).note") {
            try folder.replace(bytes, named: "\(name).note", draft: $0, isDurable: false)
        }
    }

    /// Returns the complete file for reading.
    func completeFile() throws -> ByteSource {
        let file = try folder.openFile(name + PartialFile.fileExtension)
        return ByteSource(name: "", size: file.size) { offset, count in
            do { return try file.bytes(at: offset, count: count) } catch {
                throw Failure(.fileUnreadable, "The file cannot be read: \(error).", kind: .missingInput)
            }
        }
    }

    /// Deletes the file with its companion files.
    @Sendable func remove() {
        for ending in [".head", ".note", PartialFile.fileExtension] { try? folder.remove(name + ending) }
    }
}
