import Files
import Kernel
import Sync

/// A folder that a program brings to the other devices, or that all of them reach: Syncthing, Nextcloud, Dropbox, a network disk, a stick.
///
/// Each device writes below `devices/<its name>` alone, files that never change and appear whole. Whatever else lies there is passed over.
public struct FolderTransport: SyncTransport {
    /// Where the folder is, absolute.
    public let path: String
    private let mayMake: Bool

    /// - Parameter mayMake: whether an account may begin here. Else an empty folder is one that is not there: a disk that is not plugged in.
    public init(_ path: String, mayMake: Bool) { (self.path, self.mayMake) = (path, mayMake) }

    fileprivate struct Account: Codable {
        var kind = "commonplace-sync"
        var form = 1
        let account: String
        /// Set where it was deleted.
        var ended: Bool?
    }

    // MARK: - Account

    public func join(_ account: String) throws {
        try reaching {
            let folder = try Folder.open(path, [], making: mayMake)
            let said = try said(folder)
            if let said, said.ended != true {
                guard said.account == account else { throw Failure.otherAccount }
                return
            }
            guard said?.account != account else { throw Failure.accountGone }
            guard mayMake else { throw FileTrouble.missing }
            let text = try Array(JSONEncoder.plain.encode(Account(account: account)))
            do { try folder.keep(text, named: "account.json", replacing: said != nil) } catch FileTrouble.exists {
                guard try self.said(folder)?.account == account else { throw Failure.otherAccount }
            }
        }
    }

    /// What the folder says of itself; nil where there is no account.
    ///
    /// - Throws: `syncForeignPlace`, `syncNewerForm`.
    fileprivate func said(_ folder: Folder) throws -> Account? {
        let bytes: [UInt8]
        do { bytes = try folder.read("account.json", limit: 4_096) } catch FileTrouble.missing {
            guard try folder.names().isEmpty else { throw foreign }
            return nil
        }
        guard let said = try? JSONDecoder().decode(Account.self, from: Data(bytes)), said.kind == "commonplace-sync" else {
            throw foreign
        }
        guard said.form <= 1 else {
            throw Failure(
                .syncNewerForm, "The folder \(path) was made by a newer version of this program.",
                advice: "Update this program; nothing was changed.")
        }
        return said
    }

    private var foreign: Failure {
        Failure(
            .syncForeignPlace, "The folder \(path) holds something else.",
            advice: "Choose an empty folder, or make a new one in it.")
    }

    // MARK: - Streams

    public func devices() throws -> [String] {
        try reaching {
            guard let folder = try open("devices") else { return [] }
            return try folder.names().filter { name in
                guard name.isDeviceName, let own = try open("devices", name) else { return false }
                return try own.names().contains { $0 == "card.jsonl" || SegmentName($0) != nil }
            }
        }
    }

    public func offer(_ parcel: Parcel) throws {
        guard parcel.device.isDeviceName else { throw Failure.streamTaken(parcel) }
        let name = SegmentName(parcel)
        try reaching {
            let folder = try make("devices", parcel.device)
            if let other = try segments(folder).first(where: name.meets) {
                guard other == name else { throw Failure.streamTaken(parcel) }
                // One that is not whole was ours: nobody else writes here, and whoever does is noticed by the next parcel.
                if let there = read(name, of: parcel.device, in: folder) {
                    guard there == parcel.bytes else { throw Failure.streamTaken(parcel) }
                    return
                }
            }
            let text = SegmentText.write(parcel.bytes, called: "\(parcel.device)/\(name.text)")
            try folder.keep(text, named: name.text, replacing: true)
        }
    }

    public func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        try reaching {
            guard let folder = try open("devices", device) else { return [] }
            return try segments(folder).lazy.filter { $0.first > last }.compactMap { name in
                read(name, of: device, in: folder).map { Parcel(device: device, first: name.first, last: name.last, bytes: $0) }
            }.prefix(max(0, limit)).map { $0 }
        }
    }

    public func latest(of device: String) throws -> StreamMark? {
        try reaching {
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

    private func segments(_ folder: Folder) throws -> [SegmentName] { try folder.names().compactMap(SegmentName.init).sorted() }

    private func read(_ name: SegmentName, of device: String, in folder: Folder) -> [UInt8]? {
        (try? folder.read(name.text, limit: SegmentText.mostBytes)).flatMap {
            SegmentText.read($0, called: "\(device)/\(name.text)")
        }
    }

    // MARK: - Cards

    public func card(of device: String) throws -> [UInt8]? {
        try reaching {
            guard let folder = try open("devices", device) else { return nil }
            do {
                return SegmentText.read(try folder.read("card.jsonl", limit: 1 << 20), called: "\(device)/card.jsonl")
            } catch FileTrouble.missing { return nil }
        }
    }

    public func publish(_ card: [UInt8], of device: String) throws {
        try reaching {
            let folder = try make("devices", device)
            try folder.keep(SegmentText.write(card, called: "\(device)/card.jsonl"), named: "card.jsonl", replacing: true)
        }
    }

    // MARK: - Snapshots

    public func snapshot() throws -> SnapshotParcel? {
        try reaching {
            guard let folder = try open("snapshots") else { return nil }
            for name in try snapshots(folder) {
                guard let text = try? folder.read(name, limit: SegmentText.mostBytes),
                    let bytes = SegmentText.read(text, called: "snapshots/\(name)"),
                    let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let through = through(Array(bytes[..<end]))
                else { continue }
                return SnapshotParcel(through: through, bytes: Array(bytes[(end + 1)...]))
            }
            return nil
        }
    }

    public func offer(_ snapshot: SnapshotParcel) throws {
        try reaching {
            let folder = try make("snapshots")
            let others = try snapshots(folder).map { ($0, reach(of: $0, in: folder)) }
            if others.contains(where: { $0.1.map { snapshot.isHeld(by: .init(through: $0, bytes: [])) } ?? false }) { return }
            let bytes = try Array(JSONEncoder.plain.encode(snapshot.through)) + [UInt8(ascii: "\n")] + snapshot.bytes
            let digits = String(max(0, snapshot.reach))
            let name = "\(String(repeating: "0", count: max(0, 19 - digits.count)))\(digits)-\(bytes.syncChecksum).jsonl"
            try folder.keep(SegmentText.write(bytes, called: "snapshots/\(name)"), named: name, replacing: true)
            for (other, through) in others {
                if let through, SnapshotParcel(through: through, bytes: []).isHeld(by: snapshot) { try? folder.remove(other) }
            }
        }
    }

    public func collect(_ device: String, through last: Int) throws {
        try reaching {
            guard let folder = try open("devices", device), let kept = try open("snapshots") else { return }
            let held = try snapshots(kept).lazy.compactMap { reach(of: $0, in: kept) }.first?[device] ?? 0
            for name in try segments(folder).dropLast() where name.last <= min(last, held) { try folder.remove(name.text) }
        }
    }

    public func size() throws -> (parcels: Int, snapshot: Int) {
        try reaching {
            var parcels = 0
            for device in try open("devices")?.names() ?? [] where device.isDeviceName {
                guard let folder = try open("devices", device) else { continue }
                parcels += try segments(folder).reduce(0) { $0 + (folder.facts(of: $1.text)?.bytes ?? 0) }
            }
            guard let folder = try open("snapshots"), let last = try snapshots(folder).first else { return (parcels, 0) }
            return (parcels, folder.facts(of: last)?.bytes ?? 0)
        }
    }

    /// Those that go furthest first.
    private func snapshots(_ folder: Folder) throws -> [String] {
        try folder.names().filter { name in
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            return name.hasSuffix(".jsonl") && parts.count == 2 && parts[0].count == 19
                && name.dropLast(6).allSatisfy { $0 == "-" || $0.isASCII && $0.isNumber }
        }.sorted(by: >)
    }

    /// How far a snapshot goes, if it is whole.
    private func reach(of name: String, in folder: Folder) -> [String: Int]? {
        guard let file = try? folder.openFile(name), file.size <= SegmentText.mostBytes else { return nil }
        let tail = min(file.size, 512)
        guard let end = try? file.bytes(at: file.size - tail, count: tail),
            SegmentText.footer(end, called: "snapshots/\(name)") != nil,
            let start = try? file.bytes(at: 0, count: min(file.size, 1 << 20)), let line = SegmentText.firstLine(start)
        else { return nil }
        return through(line)
    }

    private func through(_ line: [UInt8]) -> [String: Int]? { try? JSONDecoder().decode([String: Int].self, from: Data(line)) }

    // MARK: - The folder

    /// A folder below, if it is there.
    private func open(_ names: String...) throws -> Folder? {
        // That the whole place is gone is another thing.
        _ = try Folder.open(path, [], making: false)
        do { return try Folder.open(path, names[...], making: false) } catch FileTrouble.missing, FileTrouble.notAFolder {
            return nil
        }
    }

    /// A folder below, made where it is not there, in a place that is: one that has gone in the middle of a round is not made anew, nor is a mount
    /// point filled.
    private func make(_ names: String...) throws -> Folder {
        guard try Folder.open(path, [], making: false).facts(of: "account.json") != nil else { throw FileTrouble.missing }
        return try Folder.open(path, names[...], making: true)
    }

    fileprivate func reaching<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let trouble as FileTrouble { throw FolderTransport.away(path, trouble) }
    }

    static func away(_ path: String, _ trouble: FileTrouble) -> Failure {
        Failure(
            .syncPlaceAway, "The folder \(path) cannot be used just now: \(trouble).",
            advice: "See whether it is there and has room. Nothing is lost: changes wait until it is.", kind: .temporary)
    }
}

extension JSONEncoder {
    fileprivate static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension String {
    /// Small letters and digits, as identifiers have them.
    var isDeviceName: Bool {
        (1...40).contains(utf8.count) && utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }
}

extension Folder {
    /// Writes a file whole and durable or not at all.
    fileprivate func keep(_ bytes: [UInt8], named name: String, replacing: Bool = false) throws {
        try drafting(name) { draft in
            if replacing { try replace(bytes, named: name, draft: draft) } else { try writeNew(bytes, named: name, draft: draft) }
        }
    }
}

extension FolderTransport: AccountTransport {
    public func account() throws -> String? {
        try reaching { try said(Folder.open(path, [], making: false)).flatMap { $0.ended == true ? nil : $0.account } }
    }

    public func erase() throws {
        try reaching {
            let folder = try Folder.open(path, [], making: false)
            guard var said = try said(folder) else { return }
            // First it is said: whoever comes meanwhile leaves nothing.
            said.ended = true
            try folder.keep(Array(JSONEncoder.plain.encode(said)), named: "account.json", replacing: true)
            for name in ["devices", "files", "snapshots"] { try folder.removeTree(name) }
        }
    }
}
