import Files
import Kernel
import Media
import Pictures

/// Files that are not whole yet, each called after its address, with a note on what it is a half of.
struct HalfFiles: Sendable {
    let root: String

    /// Has the file of an address while a body makes it whole.
    ///
    /// - Throws: `fetchBusy` while another process has it, `mediaNotKept`, and what the body throws.
    func taking(_ address: WebAddress, _ fill: (HalfFile) throws -> Void) throws -> Downloads.Fetched {
        let half: HalfFile
        do {
            let name = HalfFiles.name(of: address.description)
            let folder = try Folder.open(root, [], making: true)
            guard let file = try folder.growing(name + HalfFile.ending) else {
                throw Failure(
                    .fetchBusy, "This file is being fetched already.", advice: "Wait until the other command has ended.",
                    kind: .temporary)
            }
            half = HalfFile(address: address.description, name: name, root: root, folder: folder, file: file)
        } catch let trouble as FileTrouble { throw HalfFiles.notKept(trouble) }
        do {
            try fill(half)
            return Downloads.Fetched(try half.whole(), drop: half.remove)
        } catch let trouble as FileTrouble { throw HalfFiles.notKept(trouble) }
    }

    /// All that is not whole, by address.
    @Sendable func all() throws -> [Downloads.Half] {
        do {
            let folder = try Folder.open(root, [], making: false)
            return try folder.names().compactMap { half($0, in: folder) }.sorted { $0.address < $1.address }
        } catch { return [] }
    }

    /// Removes what has not grown since a time and nobody has.
    @Sendable func sweep(_ limit: Instant) throws -> [Downloads.Half] {
        guard let folder = try? Folder.open(root, [], making: false) else { return [] }
        return ((try? folder.names(hidden: true)) ?? []).compactMap { name in
            guard let facts = folder.facts(of: name), facts.changedAt < limit else { return nil }
            guard name.hasSuffix(HalfFile.ending) else {
                // What stands beside a file goes with it; alone it is what a crash has left.
                let own = name.drop { $0 == "." }.prefix { $0 != "." } + HalfFile.ending
                if folder.facts(of: String(own)) == nil { try? folder.remove(name) }
                return nil
            }
            let found = half(name, in: folder)
            guard let file = try? folder.growing(name, making: false) else { return nil }
            HalfFile(
                address: found?.address ?? "", name: String(name.dropLast(HalfFile.ending.count)), root: root, folder: folder,
                file: file
            ).remove()
            return found ?? Downloads.Half(address: "", bytes: facts.bytes, changedAt: facts.changedAt)
        }
    }

    private func half(_ name: String, in folder: Folder) -> Downloads.Half? {
        guard name.hasSuffix(HalfFile.ending), let facts = folder.facts(of: name) else { return nil }
        let note = HalfFile.Note.read(String(name.dropLast(HalfFile.ending.count)), in: folder)
        return Downloads.Half(address: note?.address ?? "", bytes: facts.bytes, changedAt: facts.changedAt)
    }

    private static func name(of address: String) -> String {
        SHA256.digest(Array(address.utf8)).prefix(12).map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    }

    private static func notKept(_ trouble: FileTrouble) -> Failure {
        Failure(
            .mediaNotKept, "What comes cannot be kept: \(trouble).", advice: "Check that there is enough space.",
            kind: .cannotCreate)
    }
}

/// One file that is not whole yet, which is ours while this is kept.
final class HalfFile: Sendable {
    /// What a half is of: written before its first byte.
    struct Note: Codable, Equatable {
        let address: String
        let total: Int?
        let tag: String?

        static func read(_ name: String, in folder: Folder) -> Note? {
            (try? folder.read(name + ".note", limit: 8192)).flatMap { try? JSONDecoder().decode(Note.self, from: Data($0)) }
        }
    }

    static let ending = ".half"

    let address: String
    private let name: String
    private let root: String
    // An open folder: whatever happens to its name, files are made and found in this one.
    private nonisolated(unsafe) let folder: Folder
    private let file: GrowingFile

    init(address: String, name: String, root: String, folder: Folder, file: GrowingFile) {
        (self.address, self.name, self.root, self.folder, self.file) = (address, name, root, folder, file)
    }

    /// Where `curl` writes what the server says of the file.
    var headPath: String { "\(root)/\(name).head" }

    func size() throws -> Int { try file.size() }

    func append(_ bytes: [UInt8]) throws { try file.append(bytes) }

    func empty() throws { try file.empty() }

    /// What the server said of the file.
    func head() -> String { (try? folder.read("\(name).head", limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// What was said the last time is of no interest, and nothing that lies there is written into.
    func forgetHead() { try? folder.remove("\(name).head") }

    /// What this is a half of; nil where nobody said, or it is another address.
    func note() -> Note? { Note.read(name, in: folder).flatMap { $0.address == address ? $0 : nil } }

    func note(_ note: Note) throws {
        let bytes = Array(try JSONEncoder().encode(note))
        try folder.drafting("\(name).note") { try folder.replace(bytes, named: "\(name).note", draft: $0, isDurable: false) }
    }

    /// The whole file, to be read.
    func whole() throws -> ByteSource {
        let found = try folder.openFile(name + HalfFile.ending)
        return ByteSource(name: "", size: found.size) { offset, count in
            do { return try found.bytes(at: offset, count: count) } catch {
                throw Failure(.fileUnreadable, "The file cannot be read: \(error).", kind: .missingInput)
            }
        }
    }

    /// Lets go of it, with what stands beside it.
    @Sendable func remove() {
        for ending in [".head", ".note", HalfFile.ending] { try? folder.remove(name + ending) }
    }
}
