import Composition
import Kernel
import XCTest

/// Checks the sync policy of every collection in every app.
final class SyncPolicyTests: XCTestCase {
    /// The collections by policy, as in the table of Modules/Sync/README.md. A new collection must
    /// be added in both places.
    private static let table: [String: [String]] = [
        "profiles": [
            "profiles"
        ],
        "progress": [
            "practice.answers", "practice.runs", "learning.settings", "learning.words", "learning.planned",
            "learning.gradings",
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
            "guidance.device", "guidance.releases", "guidance.usage", "monetization.ledger",
            "monetization.issued", "monetization.sandbox", "community.announcements", "community.attendance",
            "community.ballots", "community.blocks", "community.charter", "community.copy", "community.device",
            "community.farewells", "community.feedback", "community.ledgers", "community.outbox",
            "community.outbox.book", "community.read", "community.roadmap", "community.suggestions",
            "groups.copy", "groups.known", "groups.outbox", "groups.read", "groups.seen",
            "sync.bytes",
            "sync.cards",
            "sync.merges", "sync.quarantine", "sync.quiet", "sync.recovered",
            "sync.sent", "sync.state", "sync.strays", "sync.versions", "vault.bundles", "vault.lock",
        ],
    ]

    private static let policies = Dictionary(
        uniqueKeysWithValues: table.flatMap { policy, kinds in kinds.map { ($0, policy) } })

    func testEveryCollectionHasOneDocumentedPolicy() throws {
        var visited: Set<String> = []
        for app in App.all {
            let registry = try App.registry(of: app)
            var policies: [String: SyncPolicy.Replication] = [:]
            for policy in registry.syncPolicies {
                for kind in policy.kinds() {
                    XCTAssertNil(policies[kind.name], "\(app.name): \(kind.name) has two policies")
                    policies[kind.name] = policy.replication
                }
            }
            for kind in registry.collections {
                let policy = try XCTUnwrap(
                    policies[kind.name], "\(app.name): \(kind.name) has no policy")
                XCTAssertEqual(Self.policies[kind.name], policy.word, kind.name)
                visited.insert(kind.name)
            }
        }
        XCTAssertEqual(Set(Self.policies.keys), visited)
    }
}

extension SyncPolicy.Replication {
    fileprivate var word: String {
        switch self {
        case .synced(let scope): scope.rawValue
        case .local: "stays"
        case .derived: "remade"
        }
    }
}
