import Groups
import Kernel

/// A pack that a club distributes: its own terms and rules.
package struct ClubPack: Codable, Hashable, Sendable {
    /// The largest size in bytes.
    package static let maxBytes = 256 * 1024
    /// The largest number of packs of a club.
    package static let most = 5

    /// The ID of the pack. A pack with an equal ID replaces it.
    package let id: String
    package let name: String
    /// The pack's file as text.
    let text: String

    package var bytes: [UInt8] { Array(text.utf8) }
}

/// A summary of a pack, as read on this device.
package struct PackReport: Hashable, Sendable {
    package let id, name, about: String
    /// The contents, one line each, such as `12 words`.
    package let contents: [String]

    package init(id: String, name: String, about: String, contents: [String]) {
        self.id = id
        self.name = name
        self.about = about
        self.contents = contents
    }
}

/// A port: the packs on this device, in addition to the bundled ones. The app implements it.
package struct PackStorage: Sendable {
    /// Validates an untrusted pack and returns its summary, or throws the reason why it is
    /// unusable.
    package let read: @Sendable (_ bytes: [UInt8]) throws -> PackReport
    /// Returns the bytes of every installed file, by its name.
    package let files: @Sendable () throws -> [String: [UInt8]]
    /// Stores a file, in place of one with its name.
    package let put: @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void
    /// Deletes a file, or does nothing if it is missing.
    package let remove: @Sendable (_ name: String) throws -> Void

    package init(
        read: @escaping @Sendable ([UInt8]) throws -> PackReport,
        files: @escaping @Sendable () throws -> [String: [UInt8]],
        put: @escaping @Sendable (String, [UInt8]) throws -> Void, remove: @escaping @Sendable (String) throws -> Void
    ) {
        self.read = read
        self.files = files
        self.put = put
        self.remove = remove
    }
}

/// The packs of the user's clubs: published by a leader, installed on request, and removed when the
/// member leaves.
package struct ClubPacks: Sendable {
    private let circle: ClubCircle
    private let storage: PackStorage

    package init(_ circle: ClubCircle, in storage: PackStorage) {
        self.circle = circle
        self.storage = storage
    }

    /// The state of a pack on this device.
    package enum State: String, Sendable {
        /// The club offers the pack, and this device lacks it.
        case offered
        /// This device has the current version.
        case taken
        /// This device has an older version.
        case changed
        /// This device has the pack, and the club no longer offers it.
        case withdrawn
    }

    /// A pack and its state.
    package struct Line: Sendable {
        package let id: String
        /// The name. A withdrawn pack has the name in its file.
        package let name: String
        /// The day of the current version, or nil for a withdrawn pack.
        package let since: Day?
        package let state: State

        package init(id: String, name: String, since: Day?, state: State) {
            self.id = id
            self.name = name
            self.since = since
            self.state = state
        }
    }

    /// Returns the club's packs with their state.
    package func lines(_ snapshot: ClubSnapshot) throws -> [Line] {
        let offeredPacks = snapshot.packs
        let installed = try installedFiles(of: snapshot.group)
        let offeredLines = offeredPacks.map { offered in
            let pack = offered.value
            let file = installed[offered.value.id]
            return Line(
                id: pack.id.inOneLine, name: pack.name.inOneLine, since: offered.post.day,
                state: file == nil ? .offered : file == pack.bytes ? .taken : .changed)
        }
        let withdrawnFiles = installed.filter { id, _ in !offeredPacks.contains { $0.value.id == id } }.sorted {
            $0.key < $1.key
        }
        return offeredLines
            + withdrawnFiles.map { id, bytes in
                Line(id: id, name: (try? storage.read(bytes))?.name ?? id, since: nil, state: .withdrawn)
            }
    }

    /// Validates a pack for publication.
    ///
    /// - Throws: `packTooLarge`, and the reason why it is unusable.
    package func validated(_ bytes: [UInt8]) throws -> PackReport {
        guard bytes.count <= ClubPack.maxBytes else {
            throw Failure(
                .packTooLarge,
                "A pack of a club has \(ClubPack.maxBytes / 1024) KiB at most; this one has \(bytes.count / 1024).",
                advice: "Leave out what the bundled packs have already.", kind: .badData)
        }
        let report = try storage.read(bytes)
        let isPlain = report.id.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard isPlain, (1...60).contains(report.id.utf8.count), String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(
                .packWithoutName, "The pack has no id of small letters, digits and hyphens.",
                advice: "Run `content check` over it.", kind: .badData)
        }
        return report
    }

    /// Publishes a pack, in place of the one with its ID.
    ///
    /// - Parameter contributor: The author, who is named by consent.
    /// - Throws: As `validated`, and `tooManyPacks`.
    package func publish(_ bytes: [UInt8], by contributor: Identifier<Member>, in snapshot: ClubSnapshot) throws
        -> SubmissionOutcome
    {
        let report = try validated(bytes)
        let others = snapshot.packs.filter { $0.value.id != report.id }
        guard others.count < ClubPack.most else {
            throw Failure(
                .tooManyPacks, "A club hands out \(ClubPack.most) packs at most.",
                advice: "`club pack withdraw` takes one back.", kind: .usage)
        }
        let pack = ClubPack(id: report.id, name: report.name, text: String(decoding: bytes, as: UTF8.self))
        for previous in publishedPosts(pack.id, in: snapshot) { _ = try circle.withdraw(previous, in: snapshot) }
        return try circle.send(
            pack, PostAttributes(kind: ClubPost.pack, about: contributor, audience: .everyone), to: snapshot.group)
    }

    /// Returns every post of one ID. Several instructors may publish it at the same time.
    private func publishedPosts(_ id: String, in snapshot: ClubSnapshot) -> [Post] {
        snapshot.postedValues(ClubPost.pack, ClubPack.self).filter { $0.value.id == id }.map(\.post)
    }

    /// Withdraws a pack. Installed copies remain until the member removes them.
    package func withdraw(_ id: String, in snapshot: ClubSnapshot) throws -> SubmissionOutcome {
        let pack = try offered(id, in: snapshot).value.id
        return try publishedPosts(pack, in: snapshot).reduce(SubmissionOutcome.arrived) {
            try $0.combined(circle.withdraw($1, in: snapshot))
        }
    }

    /// Returns the published pack of an ID or a name.
    ///
    /// - Throws: `noSuchPack`.
    package func offered(_ name: String, in snapshot: ClubSnapshot) throws -> ClubSnapshot.PostedValue<ClubPack> {
        guard
            let pack = snapshot.packs.first(where: {
                $0.value.id == name || Folding.folded($0.value.name) == Folding.folded(name)
            })
        else { throw ClubPacks.noSuchPack(name) }
        return pack
    }

    /// Installs a pack on this device after validation.
    package func importPack(_ pack: ClubPack, of group: KnownGroup) throws -> PackReport {
        let report = try validated(pack.bytes)
        try storage.put(ClubPacks.file(report.id, of: group), pack.bytes)
        return report
    }

    /// Removes a pack from this device.
    ///
    /// - Throws: `noSuchPack` for a pack that is not installed.
    package func drop(_ name: String, in snapshot: ClubSnapshot) throws -> Line {
        let line = try lines(snapshot).first { $0.id == name || Folding.folded($0.name) == Folding.folded(name) }
        guard let line, line.state != .offered else { throw ClubPacks.noSuchPack(name) }
        try storage.remove(ClubPacks.file(line.id, of: snapshot.group))
        return line
    }

    /// Removes all packs of a club that the member left.
    package func dropAll(of group: KnownGroup) throws {
        for id in try installedFiles(of: group).keys { try storage.remove(ClubPacks.file(id, of: group)) }
    }

    /// Returns the installed files of a club by pack ID.
    private func installedFiles(of group: KnownGroup) throws -> [String: [UInt8]] {
        let prefix = "\(group.id)-"
        let files = try storage.files().filter { $0.key.hasPrefix(prefix) && $0.key.hasSuffix(".json") }
        return Dictionary(
            files.map { (String($0.key.dropFirst(prefix.count).dropLast(5)), $0.value) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the file name of an installed pack.
    private static func file(_ id: String, of group: KnownGroup) -> String { "\(group.id)-\(id).json" }

    /// Returns the failure of a name or ID without a pack.
    private static func noSuchPack(_ name: String) -> Failure {
        Failure(
            .noSuchPack, "The club has no pack “\(name.truncated)”.", advice: "`club pack` lists them.", kind: .usage,
            missingName: name)
    }
}

extension ClubSnapshot {
    /// The published packs, the latest of each ID.
    package var packs: [PostedValue<ClubPack>] {
        var seenIDs: Set<String> = []
        return postedValues(ClubPost.pack, ClubPack.self).reversed().filter { seenIDs.insert($0.value.id).inserted }
    }
}
