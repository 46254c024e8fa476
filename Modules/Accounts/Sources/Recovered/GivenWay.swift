import Kernel
import Sync

/// Something of a person's that gave way to another device's version, as they read it.
public struct GivenWay: Sendable {
    /// What Sync keeps.
    public let kept: Recovered
    /// The part of the app that it belongs to: "Tasks".
    public let part: String
    /// What the other device is called; its name in the account where nobody has said.
    public let device: String
    /// Its title, else the longest of what somebody wrote in it, in a few words.
    public let line: String
    /// Each text of both versions in which they differ.
    public let differences: [TextDifference]

    /// What it is called.
    public var id: String { kept.id.rawValue }
}

/// One text of a record in two versions.
public struct TextDifference: Hashable, Sendable {
    /// What it is called in the record, in words: "next steps".
    public let name: String
    /// What gave way; empty where it had none.
    public let lost: String
    /// What stands; empty where it has none.
    public let won: String

    /// What both have and what one has, word by word.
    public var words: WordDifference { WordDifference(from: lost, to: won) }
}

extension Accounts {
    /// What gave way on this device and waits for its person, latest first.
    public func givenWay() throws -> [GivenWay] {
        guard let replica = try local() else { return [] }
        let names = log.read().devices
        return try replica.recovered().map { one in
            let texts = try replica.texts(of: one)
            let lost = texts.map { RecordTexts(of: $0.lost) } ?? RecordTexts()
            return GivenWay(
                kept: one, part: part(of: one.address.collection), device: names[one.from] ?? one.from, line: lost.line,
                differences: lost.differences(to: texts.map { RecordTexts(of: $0.won) } ?? RecordTexts()))
        }
    }

    /// Puts something back in its place, as a version of now: it wins over what stands there, here and on every device. Undoable.
    ///
    /// - Throws: `recoveredUnknown`, `recoveredInTheWay`; nothing was changed then.
    public func takeBack(_ one: GivenWay) throws {
        guard let replica = try local(), let lost = try replica.texts(of: one.kept)?.lost else { throw Failure.recoveredUnknown }
        guard let kind = belongings.lazy.flatMap({ $0.kinds() }).first(where: { $0.name == lost.address.collection }) else {
            throw Failure.recoveredUnknown
        }
        do {
            let isThere = try replica.takeBack(one.kept, entries: kind.entries(of: lost), undo: "Took back “\(one.line)”")
            guard isThere else { throw Failure.recoveredUnknown }
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw Failure(
                .recoveredInTheWay, "“\(one.line)” cannot be taken back: something else has its name or place.",
                advice: "\(failure.message) Change or delete that first.")
        }
        try belongings.settle([lost.address], in: store)
    }

    /// Lets go of something that nobody needs any more.
    ///
    /// - Throws: `recoveredUnknown`.
    public func dismiss(_ one: GivenWay) throws {
        guard let replica = try local(), try replica.texts(of: one.kept) != nil else { throw Failure.recoveredUnknown }
        try replica.dismiss(one.kept)
    }

    /// The replica as the store alone has it, whether somebody is signed in or was: what was recovered stays for whoever looks for it.
    func local() throws -> Replica? {
        try account().map { replica($0, at: Meeting(MemoryTransport())) }
    }
}
