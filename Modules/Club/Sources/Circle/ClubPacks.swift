import Groups
import Kernel

/// A pack that a club hands out: its own wording, its own rules.
public struct ClubPack: Codable, Hashable, Sendable {
    /// So many bytes it has at most.
    public static let mostBytes = 256 * 1024
    /// So many packs a club has at most.
    public static let most = 5

    /// By which the pack is known; one of the same id takes its place.
    public let id: String
    /// What people call it.
    public let name: String
    /// All of it, in one file.
    let text: String

    /// The file.
    public var bytes: [UInt8] { Array(text.utf8) }
}

/// What a pack brings, as it was read on this device.
public struct PackReport: Hashable, Sendable {
    /// What it says of itself.
    public let id, name, about: String
    /// What lies in it, a line each: `12 words`.
    public let brings: [String]

    /// What was read.
    public init(id: String, name: String, about: String, brings: [String]) {
        (self.id, self.name, self.about, self.brings) = (id, name, about, brings)
    }
}

/// The port: where packs lie on this device, on top of those that came with the program. The app fills it.
public struct PackPlace: Sendable {
    /// Reads a pack, of which nothing is believed. Throws why it cannot be used.
    public let read: @Sendable (_ bytes: [UInt8]) throws -> PackReport
    /// The files of clubs that lie there, by name.
    public let files: @Sendable () throws -> [String: [UInt8]]
    /// Lays a file there, in place of one of its name.
    public let put: @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void
    /// Takes a file away; one that is gone already is no trouble.
    public let remove: @Sendable (_ name: String) throws -> Void

    /// A place from functions.
    public init(
        read: @escaping @Sendable ([UInt8]) throws -> PackReport, files: @escaping @Sendable () throws -> [String: [UInt8]],
        put: @escaping @Sendable (String, [UInt8]) throws -> Void, remove: @escaping @Sendable (String) throws -> Void
    ) { (self.read, self.files, self.put, self.remove) = (read, files, put, remove) }
}

/// The packs of the clubs that somebody is in: handed out by who leads one, taken by who wants them, and gone when they leave.
public struct ClubPacks: Sendable {
    private let circle: ClubCircle
    private let shelf: PackPlace

    /// Packs of one person.
    public init(_ circle: ClubCircle, on shelf: PackPlace) { (self.circle, self.shelf) = (circle, shelf) }

    /// How a pack stands on this device.
    public enum State: String, Sendable {
        /// Not taken.
        case offered
        /// Taken, as the club has it.
        case taken
        /// Taken, and the club has another one by now.
        case changed
        /// Taken, and the club hands it out no more.
        case withdrawn
    }

    /// A pack, and how it stands.
    public struct Line: Sendable {
        /// By which it is known.
        public let id: String
        /// What people call it; of one that is handed out no more as its file says.
        public let name: String
        /// Since when the club hands it out as it is; nil for one that it hands out no more.
        public let since: Day?
        /// How it stands.
        public let standing: State

        /// A pack, from its parts.
        public init(id: String, name: String, since: Day?, standing: State) {
            (self.id, self.name, self.since, self.standing) = (id, name, since, standing)
        }
    }

    /// What the club hands out, and what was taken of it.
    public func lines(_ sight: ClubSight) throws -> [Line] {
        let (offers, taken) = (sight.packs, try taken(of: sight.known))
        let here = offers.map { told in
            let (pack, file) = (told.value, taken[told.value.id])
            return Line(
                id: pack.id.inOneLine, name: pack.name.inOneLine, since: told.paper.day,
                standing: file == nil ? .offered : file == pack.bytes ? .taken : .changed)
        }
        let gone = taken.filter { id, _ in !offers.contains { $0.value.id == id } }.sorted { $0.key < $1.key }
        return here
            + gone.map { id, bytes in
                Line(id: id, name: (try? shelf.read(bytes))?.name ?? id, since: nil, standing: .withdrawn)
            }
    }

    /// A pack as it would be handed out.
    ///
    /// - Throws: `packTooLarge`, and why it cannot be used.
    public func judged(_ bytes: [UInt8]) throws -> PackReport {
        guard bytes.count <= ClubPack.mostBytes else {
            throw Failure(
                .packTooLarge,
                "A pack of a club has \(ClubPack.mostBytes / 1024) KiB at most; this one has \(bytes.count / 1024).",
                advice: "Leave out what the bundled packs have already.", kind: .badData)
        }
        let report = try shelf.read(bytes)
        let isPlain = report.id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isPlain, (1...60).contains(report.id.utf8.count), String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(
                .packWithoutName, "The pack has no id of small letters, digits and hyphens.",
                advice: "Run `content check` over it.",
                kind: .badData)
        }
        return report
    }

    /// Hands a pack out, in place of the one with its id.
    ///
    /// - Parameter contributor: who made it; named if they want to be.
    /// - Throws: as `judged`, and `tooManyPacks`.
    public func publish(_ bytes: [UInt8], by contributor: Identifier<Member>, in sight: ClubSight) throws -> GroupSending {
        let report = try judged(bytes)
        let others = sight.packs.filter { $0.value.id != report.id }
        guard others.count < ClubPack.most else {
            throw Failure(
                .tooManyPacks, "A club hands out \(ClubPack.most) packs at most.", advice: "`club pack withdraw` takes one back.",
                kind: .usage)
        }
        let pack = ClubPack(id: report.id, name: report.name, text: String(decoding: bytes, as: UTF8.self))
        for old in handedOut(pack.id, in: sight) { _ = try circle.takeBack(old, in: sight) }
        return try circle.send(pack, Cover(kind: ClubPaper.pack, about: contributor, audience: .everyone), to: sight.known)
    }

    /// Every paper of one id: several who hand it out at once leave several.
    private func handedOut(_ id: String, in sight: ClubSight) -> [Paper] {
        sight.told(ClubPaper.pack, ClubPack.self).filter { $0.value.id == id }.map(\.paper)
    }

    /// Hands a pack out no more; whoever took it has it still until they drop it.
    public func withdraw(_ id: String, in sight: ClubSight) throws -> GroupSending {
        let pack = try offered(id, in: sight).value.id
        return try handedOut(pack, in: sight).reduce(GroupSending.arrived) { try $0.and(circle.takeBack($1, in: sight)) }
    }

    /// What the club hands out under an id or a name.
    ///
    /// - Throws: `noSuchPack`.
    public func offered(_ name: String, in sight: ClubSight) throws -> ClubSight.Told<ClubPack> {
        guard
            let found = sight.packs.first(where: {
                $0.value.id == name || Folding.folded($0.value.name) == Folding.folded(name)
            })
        else { throw ClubPacks.noSuchPack(name) }
        return found
    }

    /// Lays a pack on this device, as it was read here.
    public func take(_ pack: ClubPack, of group: KnownGroup) throws -> PackReport {
        let report = try judged(pack.bytes)
        try shelf.put(ClubPacks.file(report.id, of: group), pack.bytes)
        return report
    }

    /// Takes a pack away from this device.
    ///
    /// - Throws: `noSuchPack` for one that was not taken.
    public func drop(_ name: String, in sight: ClubSight) throws -> Line {
        let line = try lines(sight).first { $0.id == name || Folding.folded($0.name) == Folding.folded(name) }
        guard let line, line.standing != .offered else { throw ClubPacks.noSuchPack(name) }
        try shelf.remove(ClubPacks.file(line.id, of: sight.known))
        return line
    }

    /// Takes away all that was taken from a club: its member has left, or was removed.
    public func dropAll(of group: KnownGroup) throws {
        for id in try taken(of: group).keys { try shelf.remove(ClubPacks.file(id, of: group)) }
    }

    private func taken(of group: KnownGroup) throws -> [String: [UInt8]] {
        let start = "\(group.id)-"
        let files = try shelf.files().filter { $0.key.hasPrefix(start) && $0.key.hasSuffix(".json") }
        return Dictionary(
            files.map { (String($0.key.dropFirst(start.count).dropLast(5)), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func file(_ id: String, of group: KnownGroup) -> String { "\(group.id)-\(id).json" }

    private static func noSuchPack(_ name: String) -> Failure {
        Failure(
            .noSuchPack, "The club has no pack “\(name.short)”.", advice: "`club pack` lists them.", kind: .usage, absent: name)
    }
}

extension ClubSight {
    /// What the club hands out, the latest of each id.
    public var packs: [Told<ClubPack>] {
        var seen: Set<String> = []
        return told(ClubPaper.pack, ClubPack.self).reversed().filter { seen.insert($0.value.id).inserted }
    }
}
