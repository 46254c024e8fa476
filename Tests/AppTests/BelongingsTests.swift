import Composition
import Kernel
import XCTest

/// What becomes of each kind of record on several devices is decided, in every app.
final class BelongingsTests: XCTestCase {
    /// As the table in Modules/Sync/README.md has it. Whoever adds a kind of record decides here and there what becomes of it.
    private static let table: [String: [String]] = [
        "profiles": [
            "profiles"
        ],
        "progress": [
            "practice.answers", "practice.runs", "learning.settings", "learning.words", "learning.planned", "learning.gradings",
            "vocabulary.results",
            "games.results", "attainment.milestones", "ring.matches", "ring.events",
        ],
        "words": [
            "content.words", "content.wordings", "content.sets",
        ],
        "files": [
            "sync.files"
        ],
        "media": [
            "media.attachments"
        ],
        "settings": [
            "reminders.settings", "reminders.quiet", "guidance.profile", "guidance.tips", "diary.settings",
            "coin.sender", "coin.settings", "focus.choices", "ring.rules",
        ],
        "diary": [
            "diary.entries", "diary.trash", "diary.badges",
        ],
        "feedback": [
            "coin.entries", "coin.people", "coin.shares", "coin.templates",
        ],
        "club": [
            "club.clubs", "club.students", "club.attendance", "club.gradings", "club.payments",
        ],
        "tasks": [
            "focus.tasks"
        ],
        "presets": [
            "focus.presets"
        ],
        "sessions": [
            "focus.records", "focus.respites",
        ],
        "remade": [
            "practice.memory", "practice.days", "focus.days",
        ],
        "stays": [
            "undo", "undo.parts", "profiles.active", "attainment.look", "club.follows", "reminders.said", "ring.pulses",
            "focus.session",
            "focus.marks", "diary.camera", "media.room",
            "guidance.device", "guidance.releases", "guidance.usage", "learning.answers", "learning.cards", "learning.days",
            "learning.mastery", "learning.practice", "learning.practice-answers", "learning.sessions", "monetization.ledger",
            "monetization.issued", "monetization.sandbox", "community.announcements", "community.attendance",
            "community.ballots", "community.blocks", "community.charter", "community.copy", "community.device",
            "community.farewells", "community.feedback", "community.ledgers", "community.moved", "community.outbox",
            "community.outbox.book", "community.read", "community.roadmap", "community.suggestions", "community.upvotes",
            "community.votes", "groups.copy", "groups.known", "groups.outbox", "groups.read", "groups.seen", "sync.bytes",
            "sync.cards",
            "sync.merges", "sync.quarantine", "sync.quiet", "sync.recovered",
            "sync.sent", "sync.state", "sync.strays", "sync.versions", "vault.bundles", "vault.lock",
        ],
    ]

    private static let fates = Dictionary(
        uniqueKeysWithValues: table.flatMap { fate, kinds in kinds.map { ($0, fate) } })

    func testEveryKindOfRecordIsDecidedOnceAndAsTheTableSays() throws {
        var seen: Set<String> = []
        for app in App.all {
            let registry = try App.registry(of: app)
            var fates: [String: Belongings.Fate] = [:]
            for one in registry.belongings {
                for kind in one.kinds() {
                    XCTAssertNil(fates[kind.name], "\(app.name): \(kind.name) is decided twice")
                    fates[kind.name] = one.fate
                }
            }
            for kind in registry.collections {
                let fate = try XCTUnwrap(fates[kind.name], "\(app.name): nobody has decided what becomes of \(kind.name)")
                XCTAssertEqual(Self.fates[kind.name], fate.word, kind.name)
                seen.insert(kind.name)
            }
        }
        XCTAssertEqual(Set(Self.fates.keys), seen)
    }
}

extension Belongings.Fate {
    fileprivate var word: String {
        switch self {
        case .travels(let scope): scope.rawValue
        case .stays: "stays"
        case .remade: "remade"
        }
    }
}
