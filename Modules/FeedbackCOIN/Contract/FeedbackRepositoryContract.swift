import FeedbackCOIN
import Kernel
import KernelContract
import Search

/// What every `FeedbackRepository` must keep.
public enum FeedbackRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any FeedbackRepository) -> Contract<any FeedbackRepository> {
        Contract("FeedbackRepository", promises: entries + shares + templates, make)
    }

    private static let entries: [Contract<any FeedbackRepository>.Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.entries(EntryFilter()).count, 0)
            try expectEqual(repository.counts().all, 0)
            try expectEqual(repository.templates().count, 0)
            try expect(repository.entry("e0") == nil, "there is an entry")
        },
        .init("gives entries newest first, so many at most") { repository in
            for second in [3, 1, 2] { try repository.add(entry(second)) }
            try expectEqual(repository.entries(EntryFilter()).map(\.id), ["e3", "e2", "e1"])
            try expectEqual(repository.entries(EntryFilter(limit: 2)).map(\.id), ["e3", "e2"])
            try expectEqual(repository.entries(EntryFilter(limit: 0)).count, 0)
        },
        .init("finds entries by words of any part, newest first, so many at most and all counted") { repository in
            for second in [3, 1, 2] { try repository.add(entry(second)) }
            let kept = FeedbackEntry(
                id: "e9", text: FeedbackText(context: "demo", nextSteps: "café"), recipient: try Recipient("Zoë"),
                tags: ["praise"],
                createdAt: Instant(milliseconds: 0))
            try repository.add(kept)
            for words in ["demo", "cafe", "zoe", "prai"] {
                try expectEqual(repository.search(SearchQuery(words), limit: nil).records, [kept], words)
            }
            try expectEqual(repository.search(SearchQuery("demo"), limit: 0), SearchResult(records: [], count: 1))
        },
        .init("gives back what it was given") { repository in
            let kept = FeedbackEntry(
                id: "e1", text: FeedbackText(context: "c\n\n김", observation: "o", impact: "i", nextSteps: "n"),
                recipient: try Recipient("Sam <sam@example.org>"), tags: ["a", "B b"], createdAt: Instant(milliseconds: 5))
            try repository.add(kept)
            try expectEqual(repository.entry("e1"), kept)
        },
        .init("finds by tag and by sharing, beyond one page") { repository in
            for second in 1...250 { try repository.add(entry(second, tags: second % 80 == 0 ? ["Rare"] : ["common"])) }
            _ = try repository.record([share("s1", of: "e80")], of: "e80")
            try expectEqual(repository.entries(EntryFilter(tag: "rare")).map(\.id), ["e240", "e160", "e80"])
            try expectEqual(repository.entries(EntryFilter(limit: 1, tag: "RARE")).map(\.id), ["e240"])
            try expectEqual(repository.entries(EntryFilter(isShared: true)).map(\.id), ["e80"])
            try expectEqual(repository.entries(EntryFilter(tag: "rare", isShared: false)).map(\.id), ["e240", "e160"])
            try expectEqual(repository.entries(EntryFilter(limit: 2, isShared: false)).map(\.id), ["e250", "e249"])
            try expectEqual(repository.counts().all, 250)
            try expectEqual(repository.counts().shared, 1)
        },
        .init("changes an entry from how it stands") { repository in
            try repository.add(entry(1))
            _ = try repository.record([share("s1", of: "e1")], of: "e1")
            let changed = try repository.change("e1") { entry in
                var changed = entry
                changed.text.impact = "new"
                return changed
            }
            try expectEqual(repository.entry("e1"), changed)
            try expectEqual(changed.text.impact, "new")
            try expectEqual(changed.shareCount, 1)
        },
        .init("changes nothing when the change fails") { repository in
            try repository.add(entry(1))
            try expectFailure(.init("no")) { try repository.change("e1") { _ in throw Failure(.init("no"), "No.") } }
            try expectEqual(repository.entry("e1"), entry(1))
        },
        .init("knows when there is no such entry") { repository in
            try expectFailure(.entryNotFound) { try repository.change("e9") { $0 } }
            try expectFailure(.entryNotFound) { try repository.remove("e9" as Identifier<FeedbackEntry>) }
            try expectFailure(.entryNotFound) { try repository.record([share("s1", of: "e9")], of: "e9") }
            try expectEqual(repository.shareCount(), 0)
        },
    ]

    private static let shares: [Contract<any FeedbackRepository>.Promise] = [
        .init("counts share events in their entry") { repository in
            try repository.add(entry(1))
            let events = [share("s1", of: "e1", at: 7), share("s2", of: "e1", at: 7, to: "kim@example.org")]
            let shared = try repository.record(events, of: "e1")
            try expectEqual(shared.shareCount, 2)
            try expectEqual(shared.sharedAt, Instant(milliseconds: 7000))
            try expectEqual(shared.recipients, ["sam@example.org", "kim@example.org"])
            try expectEqual(repository.entry("e1"), shared)
            try expectEqual(Set(repository.shares(of: "e1", limit: nil)), Set(events))
        },
        .init("names an address once however often it was shared with") { repository in
            try repository.add(entry(1))
            _ = try repository.record([share("s1", of: "e1", at: 2)], of: "e1")
            let shared = try repository.record([share("s2", of: "e1", at: 1)], of: "e1")
            try expectEqual(shared.recipients, ["sam@example.org"])
            try expectEqual(shared.shareCount, 2)
            try expectEqual(shared.sharedAt, Instant(milliseconds: 2000), "the latest")
        },
        .init("keeps the events of entries apart, latest first") { repository in
            for second in [1, 10] { try repository.add(entry(second)) }
            _ = try repository.record([share("s1", of: "e1", at: 1)], of: "e1")
            _ = try repository.record([share("s2", of: "e10", at: 2)], of: "e10")
            _ = try repository.record([share("s3", of: "e1", at: 3)], of: "e1")
            try expectEqual(repository.shares(of: "e1", limit: nil).map(\.id), ["s3", "s1"])
            try expectEqual(repository.shares(of: nil, limit: 2).map(\.id), ["s3", "s2"])
            try expectEqual(repository.shareCount(), 3)
        },
        .init("removes an entry with its events, and no others") { repository in
            for second in [1, 10] {
                try repository.add(entry(second))
                _ = try repository.record([share(Identifier("s\(second)"), of: "e\(second)")], of: Identifier("e\(second)"))
            }
            try repository.remove("e1" as Identifier<FeedbackEntry>)
            try expect(repository.entry("e1") == nil, "it is still there")
            try expectEqual(repository.shares(of: nil, limit: nil).map(\.id), ["s10"])
            try expectEqual(repository.counts().all, 1)
            try expectEqual(repository.counts().shared, 1)
        },
    ]

    private static let templates: [Contract<any FeedbackRepository>.Promise] = [
        .init("remembers one sender, and forgets it") { repository in
            try expect(repository.sender() == nil, "somebody writes already")
            for text in ["a@example.org", "Zoë <z@example.org>"] {
                try repository.change(sender: Sender(Mailbox(text)))
                try expectEqual(repository.sender()?.mailbox().description, text)
            }
            try repository.change(sender: nil)
            try expect(repository.sender() == nil, "the sender stays")
        },
        .init("keeps templates by name, each name once") { repository in
            for name in ["b", "a"] { try repository.add(template(name)) }
            try expectEqual(repository.templates().map(\.name), ["a", "b"])
            try expectFailure(.templateNameTaken) { try repository.add(template("a", id: "other")) }
            try expectEqual(repository.templates().count, 2)
        },
        .init("removes a template, and frees its name") { repository in
            try repository.add(template("a"))
            try repository.remove("ta" as Identifier<FeedbackTemplate>)
            try expectFailure(.templateNotFound) { try repository.remove("ta" as Identifier<FeedbackTemplate>) }
            try repository.add(template("a", id: "other"))
            try expectEqual(repository.templates().map(\.id), ["other"])
        },
    ]

    private static func entry(_ second: Int, tags: [String] = []) -> FeedbackEntry {
        FeedbackEntry(
            id: Identifier("e\(second)"), text: FeedbackText(context: "Context \(second)"), tags: tags,
            createdAt: Instant(milliseconds: Int64(second) * 1000))
    }

    private static func share(
        _ id: Identifier<ShareEvent>, of entry: String, at second: Int = 0, to address: String = "sam@example.org"
    ) -> ShareEvent {
        ShareEvent(
            id: id, entryId: Identifier(entry), sharedAt: Instant(milliseconds: Int64(second) * 1000), recipientEmail: address)
    }

    private static func template(_ name: String, id: String? = nil) -> FeedbackTemplate {
        FeedbackTemplate(
            id: Identifier(id ?? "t\(name)"), name: name, summary: "", text: FeedbackText(context: "[who]"))
    }
}
