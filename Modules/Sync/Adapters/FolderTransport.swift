import Files
import Kernel
import Sync

/// A transport over a shared folder, such as one of Syncthing, Nextcloud, Dropbox, a network disk
/// or a USB stick.
///
/// Each device writes only below `devices/<its name>`, in complete files that never change. Other
/// files are ignored.
package struct FolderTransport: SyncTransport {
    package let path: String
    private let mayMake: Bool

    /// - Parameter mayMake: Whether an account may be created here. Otherwise an empty folder
    ///   counts as an unplugged disk.
    package init(_ path: String, mayMake: Bool) {
        self.path = path
        self.mayMake = mayMake
    }

    /// The contents of `account.json`.
    fileprivate struct Account: Codable {
        var kind = "commonplace-sync"
        var form = 1
        let account: String
        /// Whether the account was deleted.
        var ended: Bool?
    }

    // MARK: - Account

    package func join(_ account: String) throws {
        try reportingUnreachable {
            let folder = try Folder.open(path, [], making: mayMake)
            let storedAccount = try readAccount(folder)
            if let storedAccount, storedAccount.ended != true {
                guard storedAccount.account == account else { throw Failure.otherAccount }
                return
            }
            guard storedAccount?.account != account else { throw Failure.accountGone }
            guard mayMake else { throw FileError.missing }
            let text = try Array(JSONValue.encoder.encode(Account(account: account)))
            do { try folder.keep(text, named: "account.json", replacing: storedAccount != nil) } catch FileError.exists
            {
                guard try self.readAccount(folder)?.account == account else { throw Failure.otherAccount }
            }
        }
    }

    /// Reads the account's description in the folder, or returns nil if there is no account.
    ///
    /// - Throws: `syncForeignPlace`, `syncNewerForm`.
    fileprivate func readAccount(_ folder: Folder) throws -> Account? {
        let bytes: [UInt8]
        do { bytes = try folder.read("account.json", limit: 4_096) } catch FileError.missing {
            guard try folder.names().isEmpty else { throw foreignFolder }
            return nil
        }
        guard let description = try? JSONDecoder().decode(Account.self, from: Data(bytes)),
            description.kind == "commonplace-sync"
        else { throw foreignFolder }
        guard description.form <= 1 else {
            throw Failure(
                .syncNewerForm, "The folder \(path) was made by a newer version of this program.",
                advice: "Update this program; nothing was changed.")
        }
        return description
    }

    private var foreignFolder: Failure {
        Failure(
            .syncForeignPlace, "The folder \(path) holds something else.",
            advice: "Choose an empty folder, or make a new one in it.")
    }

    // MARK: - Streams

    package func devices() throws -> [String] {
        try reportingUnreachable {
            guard let folder = try open("devices") else { return [] }
            return try folder.names().filter { name in
                guard name.isDeviceName, let deviceFolder = try open("devices", name) else { return false }
                return try deviceFolder.names().contains { $0 == "card.jsonl" || SegmentName($0) != nil }
            }
        }
    }

    package func offer(_ envelope: BatchEnvelope) throws {
        guard envelope.device.isDeviceName else { throw Failure.streamTaken(envelope) }
        let name = SegmentName(envelope)
        try reportingUnreachable {
            let folder = try make("devices", envelope.device)
            if let overlappingSegment = try segments(folder).first(where: name.overlaps) {
                guard overlappingSegment == name else { throw Failure.streamTaken(envelope) }
                // An incomplete file is our own, because no other device writes here. The next
                // batch reveals any other writer.
                if let storedBytes = read(name, of: envelope.device, in: folder) {
                    guard storedBytes == envelope.bytes else { throw Failure.streamTaken(envelope) }
                    return
                }
            }
            let text = SegmentText.write(envelope.bytes, called: "\(envelope.device)/\(name.text)")
            try folder.keep(text, named: name.text, replacing: true)
        }
    }

    package func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        try reportingUnreachable {
            guard let folder = try open("devices", device) else { return [] }
            return try segments(folder).lazy.filter { $0.first > last }.compactMap { name in
                read(name, of: device, in: folder).map {
                    BatchEnvelope(device: device, first: name.first, last: name.last, bytes: $0)
                }
            }.prefix(max(0, limit)).map { $0 }
        }
    }

    package func latest(of device: String) throws -> StreamMark? {
        try reportingUnreachable {
            guard let folder = try open("devices", device) else { return nil }
            for name in try segments(folder).reversed() {
                guard let file = try? folder.openFile(name.text) else { continue }
                let count = min(file.size, 512)
                guard let end = try? file.bytes(at: file.size - count, count: count),
                    let footer = SegmentText.footer(end, called: "\(device)/\(name.text)")
                else { continue }
                return StreamMark(last: name.last, checksum: footer.checksum)
            }
            return nil
        }
    }

    private func segments(_ folder: Folder) throws -> [SegmentName] {
        try folder.names().compactMap(SegmentName.init).sorted()
    }

    private func read(_ name: SegmentName, of device: String, in folder: Folder) -> [UInt8]? {
        (try? folder.read(name.text, limit: SegmentText.maximumSize)).flatMap {
            SegmentText.read($0, called: "\(device)/\(name.text)")
        }
    }

    // MARK: - Cards

    package func card(of device: String) throws -> [UInt8]? {
        try reportingUnreachable {
            guard let folder = try open("devices", device) else { return nil }
            do {
                return SegmentText.read(try folder.read("card.jsonl", limit: 1 << 20), called: "\(device)/card.jsonl")
            } catch FileError.missing { return nil }
        }
    }

    package func publish(_ card: [UInt8], of device: String) throws {
        try reportingUnreachable {
            let folder = try make("devices", device)
            try folder.keep(
                SegmentText.write(card, called: "\(device)/card.jsonl"), named: "card.jsonl", replacing: true)
        }
    }

    // MARK: - Snapshots

    package func snapshot() throws -> SnapshotEnvelope? {
        try reportingUnreachable {
            guard let folder = try open("snapshots") else { return nil }
            for name in try snapshots(folder) {
                guard let text = try? folder.read(name, limit: SegmentText.maximumSize),
                    let bytes = SegmentText.read(text, called: "snapshots/\(name)"),
                    let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let through = through(Array(bytes[..<end]))
                else { continue }
                return SnapshotEnvelope(through: through, bytes: Array(bytes[(end + 1)...]))
            }
            return nil
        }
    }

    package func offer(_ snapshot: SnapshotEnvelope) throws {
        try reportingUnreachable {
            let folder = try make("snapshots")
            let others = try snapshots(folder).map { ($0, cursors(of: $0, in: folder)) }
            if others.contains(where: { $0.1.map { snapshot.isHeld(by: .init(through: $0, bytes: [])) } ?? false }) {
                return
            }
            let bytes = try Array(JSONValue.encoder.encode(snapshot.through)) + [UInt8(ascii: "\n")] + snapshot.bytes
            let digits = String(max(0, snapshot.reach))
            let name =
                "\(String(repeating: "0", count: max(0, 19 - digits.count)))\(digits)-\(bytes.syncChecksum).jsonl"
            try folder.keep(SegmentText.write(bytes, called: "snapshots/\(name)"), named: name, replacing: true)
            for (otherName, through) in others {
                if let through, SnapshotEnvelope(through: through, bytes: []).isHeld(by: snapshot) {
                    try? folder.remove(otherName)
                }
            }
        }
    }

    package func collect(_ device: String, through last: Int) throws {
        try reportingUnreachable {
            guard let folder = try open("devices", device), let snapshotFolder = try open("snapshots") else { return }
            let heldCount =
                try snapshots(snapshotFolder).lazy.compactMap { cursors(of: $0, in: snapshotFolder) }.first?[device]
                ?? 0
            for name in try segments(folder).dropLast() where name.last <= min(last, heldCount) {
                try folder.remove(name.text)
            }
        }
    }

    package func size() throws -> (envelopes: Int, snapshot: Int) {
        try reportingUnreachable {
            var envelopes = 0
            for device in try open("devices")?.names() ?? [] where device.isDeviceName {
                guard let folder = try open("devices", device) else { continue }
                envelopes += try segments(folder).reduce(0) { $0 + (folder.metadata(of: $1.text)?.bytes ?? 0) }
            }
            guard let folder = try open("snapshots"), let last = try snapshots(folder).first else {
                return (envelopes, 0)
            }
            return (envelopes, folder.metadata(of: last)?.bytes ?? 0)
        }
    }

    /// Returns the snapshots, most recent first.
    private func snapshots(_ folder: Folder) throws -> [String] {
        try folder.names().filter { name in
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            return name.hasSuffix(".jsonl") && parts.count == 2 && parts[0].count == 19
                && name.dropLast(6).allSatisfy { $0 == "-" || $0.isASCII && $0.isNumber }
        }.sorted(by: >)
    }

    /// Returns the cursors of a complete snapshot, or nil.
    private func cursors(of name: String, in folder: Folder) -> [String: Int]? {
        guard let file = try? folder.openFile(name), file.size <= SegmentText.maximumSize else { return nil }
        let tailLength = min(file.size, 512)
        guard let end = try? file.bytes(at: file.size - tailLength, count: tailLength),
            SegmentText.footer(end, called: "snapshots/\(name)") != nil,
            let start = try? file.bytes(at: 0, count: min(file.size, 1 << 20)), let line = SegmentText.firstLine(start)
        else { return nil }
        return through(line)
    }

    private func through(_ line: [UInt8]) -> [String: Int]? {
        try? JSONDecoder().decode([String: Int].self, from: Data(line))
    }

    // MARK: - Folder access

    private func open(_ names: String...) throws -> Folder? {
        // A missing `path` is a failure, unlike a missing subfolder.
        _ = try Folder.open(path, [], making: false)
        do { return try Folder.open(path, names[...], making: false) } catch FileError.missing, FileError.notAFolder {
            return nil
        }
    }

    /// Opens or creates a subfolder of an existing place.
    ///
    /// A place that disappears during a round is not created again. Otherwise an empty mount point
    /// would be filled.
    private func make(_ names: String...) throws -> Folder {
        guard try Folder.open(path, [], making: false).metadata(of: "account.json") != nil else {
            throw FileError.missing
        }
        return try Folder.open(path, names[...], making: true)
    }

    fileprivate func reportingUnreachable<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let trouble as FileError { throw FolderTransport.unreachable(path, trouble) }
    }

    static func unreachable(_ path: String, _ trouble: FileError) -> Failure {
        Failure(
            .syncPlaceAway, "The folder \(path) cannot be used just now: \(trouble).",
            advice: "See whether it is there and has room. Nothing is lost: changes wait until it is.", kind: .temporary
        )
    }
}

extension String {
    /// Whether the text consists of lowercase letters and digits, as device IDs do.
    var isDeviceName: Bool {
        (1...40).contains(utf8.count) && utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }
}

extension Folder {
    /// Writes a file atomically and durably.
    fileprivate func keep(_ bytes: [UInt8], named name: String, replacing: Bool = false) throws {
        try withFreeDraftName(name) { draft in
            if replacing {
                try replace(bytes, named: name, draft: draft)
            } else {
                try writeNew(bytes, named: name, draft: draft)
            }
        }
    }
}

extension FolderTransport: AccountTransport {
    package func account() throws -> String? {
        try reportingUnreachable {
            try readAccount(Folder.open(path, [], making: false)).flatMap { $0.ended == true ? nil : $0.account }
        }
    }

    package func erase() throws {
        try reportingUnreachable {
            let folder = try Folder.open(path, [], making: false)
            guard var description = try readAccount(folder) else { return }
            // The account is marked as ended first, so that other devices stop writing.
            description.ended = true
            try folder.keep(Array(JSONValue.encoder.encode(description)), named: "account.json", replacing: true)
            for name in ["devices", "files", "snapshots"] { try folder.removeTree(name) }
        }
    }
}
