import FeedbackCOIN
import Kernel
import KernelTesting
import Search

/// The contract of every `FeedbackRepository`.
package enum FeedbackRepositoryContract {
    /// Creates the contract over empty repositories that a closure makes.
    package static func over(_ make: @escaping () throws -> any FeedbackRepository) -> Contract<any FeedbackRepository>
    {
        Contract("FeedbackRepository", promises: entries + shares + lifecyclePromises, make)
    }

    private static let entries: [Contract<any FeedbackRepository>.Promise] = [
        .init("starts empty") { repository in
            try repository.read { records in
                try expectEqual(
                    records.entries(EntryFilter()).count + records.shareCount() + records.templates().count, 0)
                try expectEqual(records.counts().all, 0)
                try expect(records.entry("e0") == nil, "there is an entry")
                try expect(records.sender() == nil, "somebody writes already")
            }
        },
        .init("reads return entries newest first, up to a limit") { repository in
            try keep([entry(3), entry(1), entry(2)], in: repository)
            try expectEqual(ids(EntryFilter(), in: repository), ["e3", "e2", "e1"])
            try expectEqual(ids(EntryFilter(limit: 2), in: repository), ["e3", "e2"])
            try expectEqual(ids(EntryFilter(limit: 0), in: repository), [])
        },
        .init("a word search covers every field, newest first, up to a limit, and counts all") { repository in
            let expected = FeedbackEntry(
                id: "e9", text: FeedbackText(context: "demo", nextSteps: "café"), recipient: try Recipient("Zoë"),
                tags: ["praise"], createdAt: Instant(milliseconds: 0))
            try keep([entry(3), entry(1), entry(2), expected], in: repository)
            for words in ["demo", "cafe", "zoe", "prai"] {
                try expectEqual(repository.search(SearchQuery(words), limit: nil).records, [expected], words)
            }
            try expectEqual(repository.search(SearchQuery("demo"), limit: 0), SearchResult(records: [], count: 1))
        },
        .init("a read returns the last saved entry of an identifier") { repository in
            var expected = FeedbackEntry(
                id: "e1", text: FeedbackText(context: "c\n\n김", observation: "o", impact: "i", nextSteps: "n"),
                recipient: try Recipient("Sam <sam@example.org>"), tags: ["a", "B b"],
                createdAt: Instant(milliseconds: 5))
            try keep([entry(1), expected], in: repository)
            try expectEqual(repository.read { try $0.entry("e1") }, Optional(expected))
            expected.text.impact = "new"
            try keep([expected], in: repository)
            try expectEqual(repository.read { try $0.entries(EntryFilter()) }, [expected])
        },
        .init("filters by tag and by sharing find entries beyond one page") { repository in
            var shared = entry(80, tags: ["Rare"])
            shared.count([share("s1", of: "e80")])
            try keep((1...250).map { entry($0, tags: $0 % 80 == 0 ? ["Rare"] : ["common"]) } + [shared], in: repository)
            try expectEqual(ids(EntryFilter(tag: "rare"), in: repository), ["e240", "e160", "e80"])
            try expectEqual(ids(EntryFilter(limit: 1, tag: "RARE"), in: repository), ["e240"])
            try expectEqual(ids(EntryFilter(limit: 0, tag: "rare"), in: repository), [])
            try expectEqual(ids(EntryFilter(isShared: true), in: repository), ["e80"])
            try expectEqual(ids(EntryFilter(tag: "rare", isShared: false), in: repository), ["e240", "e160"])
            try expectEqual(ids(EntryFilter(limit: 2, isShared: false), in: repository), ["e250", "e249"])
            try repository.read { records in
                try expectEqual(records.counts().all, 250)
                try expectEqual(records.counts().shared, 1)
            }
        },
        .init("remove deletes an entry") { repository in
            try keep([entry(1), entry(10)], in: repository)
            try repository.write(undo: nil) { try $0.remove(entry(1)) }
            try expectEqual(ids(EntryFilter(), in: repository), ["e10"])
            try expectEqual(repository.read { try $0.counts().all }, 1)
        },
        .init("a unit of work reads its own writes, and a failed unit changes nothing") { repository in
            try keep([entry(1)], in: repository)
            try expectFailure(.entryNotFound) {
                try repository.write(undo: "Failed") { records in
                    try records.save(entry(2))
                    try records.save([share("s1", of: "e2")])
                    try records.remove(entry(1))
                    try expectEqual(records.entries(EntryFilter()).map(\.id), ["e2"])
                    try expectEqual(records.shareCount(), 1)
                    throw Failure(.entryNotFound, "No.")
                }
            }
            try expectEqual(ids(EntryFilter(), in: repository), ["e1"])
            try expectEqual(repository.read { try $0.shareCount() }, 0)
        },
    ]

    private static let shares: [Contract<any FeedbackRepository>.Promise] = [
        .init("events belong to one entry, latest first, and remove deletes the named ones") { repository in
            let events = [
                share("s1", of: "e1", at: 1), share("s2", of: "e10", at: 2),
                share("s3", of: "e1", at: 3, to: "kim@example.org"),
            ]
            try repository.write(undo: nil) { try $0.save(events) }
            try repository.read { records in
                try expectEqual(records.shares(of: "e1", limit: nil), [events[2], events[0]])
                try expectEqual(records.shares(of: nil, limit: 2).map(\.id), ["s3", "s2"])
                try expectEqual(records.shareCount(), 3)
            }
            try repository.write(undo: nil) { try $0.remove([events[0], events[2]]) }
            try expectEqual(repository.read { try $0.shares(of: nil, limit: nil).map(\.id) }, ["s2"])
        },
        .init("the repository remembers one sender, and forgets it") { repository in
            for text in ["a@example.org", "Zoë <z@example.org>"] {
                try repository.write(undo: nil) { try $0.save(sender: Sender(Mailbox(text))) }
                try expectEqual(repository.read { try $0.sender()?.mailbox() }, Optional(try Mailbox(text)))
            }
            try repository.write(undo: nil) { try $0.save(sender: nil) }
            try expect(repository.read { try $0.sender() } == nil, "it is still there")
        },
        .init("the repository remembers the settings of a person") { repository in
            try expect(repository.read { try $0.settings() } == nil, "there are settings already")
            var settings = FeedbackSettings()
            (settings.isAdvising, settings.sendsPage) = (false, true)
            try settings.setSignature("Zoë\n+44 1")
            try repository.write(undo: nil) { try $0.save(settings) }
            try expectEqual(repository.read { try $0.settings() }, Optional(settings))
        },
        .init("templates are sorted by name, and a removed one frees its name") { repository in
            try repository.write(undo: nil) { records in for name in ["b", "a"] { try records.save(template(name)) } }
            try expectEqual(repository.read { try $0.templates().map(\.name) }, ["a", "b"])
            try repository.write(undo: nil) { records in
                try expect(records.remove(template("a")), "it was not there")
                try expect(!records.remove(template("a")), "it is still there")
                try records.save(template("a", id: "other"))
            }
            try expectEqual(repository.read { try $0.templates().map(\.id) }, ["other", "tb"])
        },
    ]

    static func keep(_ entries: [FeedbackEntry], in repository: any FeedbackRepository) throws {
        try repository.write(undo: nil) { records in for entry in entries { try records.save(entry) } }
    }

    static func ids(_ filter: EntryFilter, in repository: any FeedbackRepository) throws -> [Identifier<FeedbackEntry>]
    {
        try repository.read { try $0.entries(filter).map(\.id) }
    }

    static func entry(_ second: Int, tags: [String] = []) -> FeedbackEntry {
        FeedbackEntry(
            id: Identifier("e\(second)"), text: FeedbackText(context: "Context \(second)"), tags: tags,
            createdAt: Instant(milliseconds: Int64(second) * 1000))
    }

    private static func share(
        _ id: Identifier<ShareEvent>, of entry: String, at second: Int = 0, to address: String = "sam@example.org"
    ) -> ShareEvent {
        ShareEvent(
            id: id, entryId: Identifier(entry), sharedAt: Instant(milliseconds: Int64(second) * 1000),
            recipientEmail: address)
    }

    private static func template(_ name: String, id: String? = nil) -> FeedbackTemplate {
        FeedbackTemplate(
            id: Identifier(id ?? "t\(name)"), name: name, summary: "", text: FeedbackText(context: "[who]"))
    }
}
