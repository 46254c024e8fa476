import Community
import CommunityAdapters
import CommunityCommands
import Guidance
import Kernel
import Storage
import Synchronization
import Terminal

extension Environment {
    /// The way to the shared board: `--community`, else COMMONPLACE_COMMUNITY, else a place beside the apps' own.
    package func communityAccess() -> BoardAccess {
        let door = CommunityDoor(self)
        let name = communityDirectory ?? "nowhere"
        return BoardAccess(
            name: name, open: { try StoredCommunityBoard(door.store(isKnown: $0, toWrite: $1)) }, compact: door.compact)
    }

    package var communityDirectory: String? {
        options.communityDirectory ?? variables["COMMONPLACE_COMMUNITY"].flatMap { $0.isEmpty ? nil : $0 }
            ?? Environment.home(of: "commonplace-community", variables)
    }

    /// One identity for all apps of a person, unless `--data` says that this is another one.
    package func communityIdentity() -> IdentityStore {
        identity { [given, options, variables] in
            if given != nil || options.dataDirectory != nil { return try dataDirectory() + "/identity" }
            guard let home = Environment.home(of: "commonplace", variables) else { return try dataDirectory() + "/identity" }
            return home + "/identity"
        }
    }

    /// The developers' key, in `hub`'s own directory.
    package func developerKey() -> IdentityStore { identity { try dataDirectory() + "/developer-key" } }

    private func identity(_ path: @escaping @Sendable () throws -> String) -> IdentityStore {
        let file = IdentityStore.file(path)
        if options.store == .memory { return .memory(chance: IdentityStore.chance) }
        guard options.isDryRun else { return file }
        let unsaved = IdentityStore.memory(chance: IdentityStore.chance)
        return IdentityStore(
            load: { try file.load() ?? unsaved.load() }, obtain: { try file.load() ?? unsaved.obtain() }, forget: {})
    }
}

/// Opens the shared store when it is needed, once, and never makes anew what was there before.
private final class CommunityDoor: Sendable {
    private let environment: Environment
    private let opened = Mutex<(any Store)?>(nil)
    private let empty = MemoryStore(now: Environment.now)

    init(_ environment: Environment) { self.environment = environment }

    func store(isKnown: Bool, toWrite: Bool) throws -> any Store {
        if let given = environment.given { return try seen(given).scoped(to: Partition(rawValue: "community")) }
        if environment.options.store == .memory { return empty }
        guard let path = environment.communityDirectory else {
            throw Failure(
                .noHome, "Nothing says where the community is.", advice: "Set HOME, or give --community DIR.", kind: .usage)
        }
        if let store = opened.withLock({ $0 }) { return store }
        if !FileManager.default.fileExists(atPath: path + "/CURRENT") {
            if isKnown { throw Failure.communityUnreachable(path) }
            if !toWrite || environment.options.isDryRun { return empty }
        }
        return try open(path)
    }

    /// Rewrites the files, and looks whether a name still stands in one of them. Memory keeps nothing that was removed.
    @Sendable func compact(without name: String) throws -> Bool {
        guard let store = opened.withLock({ $0 }), let path = environment.communityDirectory else { return true }
        // Somebody else may be rewriting what was there before the name was removed: then it is done again after them.
        for _ in 0..<20 {
            _ = try store.engine.maintain(.compact)
            if !CommunityDoor.mentions(name, below: path) { return true }
            Pause.seconds(0.1)
        }
        return false
    }

    private static func mentions(_ name: String, below path: String) -> Bool {
        let (files, sought) = ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [], Array(name.utf8))
        return files.contains { file in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"), options: .mappedIfSafe)
            return bytes?.withUnsafeBytes { holds($0, sought) } ?? false
        }
    }

    private static func holds(_ bytes: UnsafeRawBufferPointer, _ sought: [UInt8]) -> Bool {
        var ahead = bytes[...]
        while let next = ahead.firstIndex(where: { $0 == sought.first }) {
            ahead = ahead[next...]
            if ahead.starts(with: sought) { return true }
            ahead = ahead.dropFirst()
        }
        return false
    }

    private func open(_ path: String) throws -> any Store {
        do {
            let file = try FileStore(directory: path, access: .group, notes: environment.notes, now: Environment.now)
            environment.opened.add(file)
            let store = try seen(file)
            opened.withLock { $0 = store }
            return store
        } catch let failure as Failure where failure.kind != .badData {
            let away = Failure.communityUnreachable(path)
            throw Failure(away.code, "\(away.message) \(failure.message)", advice: away.advice, kind: away.kind)
        }
    }

    private func seen(_ store: any Store) throws -> any Store {
        environment.options.isDryRun ? try DryRunStore(over: store, now: Environment.now) : store
    }
}

extension DeviceInfo {
    /// What is always sent along with feedback.
    package init(app: String) {
        var names = utsname()
        uname(&names)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.init(
            app: app, appVersion: Release.version, system: "\(text(names.sysname)) \(text(names.release))",
            machine: text(names.machine))
    }
}

extension Participation {
    /// The community for an app; `usage` is what is sent along with feedback by those who agree to it.
    package init(_ environment: Environment, store: any Store, usage: @escaping @Sendable () throws -> UsageData) {
        self.init(
            store: store.scoped(to: .common), access: environment.communityAccess(),
            identities: environment.communityIdentity(),
            device: DeviceInfo(app: environment.app), usage: usage, ids: environment.ids, time: environment.time)
    }

    /// What came of what the community asked for, for `news`.
    package var feedbackNews: FeedbackNews {
        FeedbackNews(
            released: {
                try whatsNew().released.compactMap { entry in
                    entry.item.releaseDate.map { .init(id: entry.item.id.rawValue, text: entry.thanks, day: $0) }
                }
            }, next: { try whatsNew().nextUp?.title })
    }
}

extension AppDescription {
    /// What leaves a device through the community; for the privacy texts of the apps.
    package static let sharing =
        """
        Only what you send to the community yourself leaves it, under an anonymous name: votes, suggestions, and feedback with the app's version, the \
        system and the machine. How you use the app goes along, and that you did so this month, until you switch that off.
        """
}
