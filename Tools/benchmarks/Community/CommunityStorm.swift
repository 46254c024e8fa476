import Community
import CommunityAdapters
import Foundation
import Kernel

/// The command `--community-storm HOME TOWN SEED COUNT`: some members and a developer who perform
/// `COUNT` random actions.
///
/// It prints each action once it is acknowledged: the start, the end, the person, the action and
/// its subject. Refused actions are printed too, with a mark.
struct CommunityStorm {
    private static let people = 4

    private let access: BoardAccess
    private let persons: [(home: CommunityProcesses, participation: CommunityClient)]
    private let developer: CommunityAdmin
    private var random: RandomSource

    static func run(_ words: [String]) throws {
        guard words.count == 4, let seed = UInt64(words[2]), let count = Int(words[3]) else {
            throw BenchmarkError("--community-storm HOME TOWN SEED COUNT")
        }
        var storm = try CommunityStorm(home: words[0], town: words[1], seed: seed)
        for _ in 0..<count { try storm.step() }
    }

    private init(home: String, town: String, seed: UInt64) throws {
        let shared = try CommunityProcesses(home: home, town: town).access()
        persons = try (0..<CommunityStorm.people).map { number in
            let home = CommunityProcesses(home: "\(home)/\(number)", town: town)
            return (home, try home.person(shared))
        }
        access = shared
        developer = persons[0].home.developer(shared)
        random = RandomSource(seed: seed)
    }

    private mutating func step() throws {
        let person = persons[Int.random(in: 0..<persons.count, using: &random)]
        let board = try access.open(.userInitiated)
        let items = try board.read { try $0.roadmap() }.map(\.id.rawValue)
        let ideas = try board.read { try $0.suggestions(nil) }.map(\.id.rawValue)
        let item = items[Int.random(in: 0..<items.count, using: &random)]
        let idea = ideas.isEmpty ? "none" : ideas[Int.random(in: 0..<ideas.count, using: &random)]
        let other = ideas.isEmpty ? "none" : ideas[Int.random(in: 0..<ideas.count, using: &random)]
        let part = person.participation
        let title = "Idea \(Int.random(in: 0..<1_000_000, using: &random))"
        switch Int.random(in: 0..<200, using: &random) {
        case ..<60: try recordAction(person.home, "vote", item) { _ = try part.vote(for: Identifier(item)) }
        case ..<100: try recordAction(person.home, "unvote", item) { _ = try part.unvote(Identifier(item)) }
        case ..<145: try recordAction(person.home, "upvote", idea) { _ = try part.upvote(Identifier(idea)) }
        case ..<175:
            try recordAction(person.home, "takeback", idea) { _ = try part.upvote(Identifier(idea), takingBack: true) }
        case ..<185: try recordAction(person.home, "suggest", "-") { _ = try part.suggest(title, "text") }
        case ..<193:
            try recordAction(person.home, "merge", "\(idea)>\(other)") {
                _ = try developer.merge(Identifier(idea), into: Identifier(other))
            }
        case ..<195: try recordAction(person.home, "release", item) { _ = try developer.release(Identifier(item)) }
        default: try recordAction(person.home, "forget", "-") { _ = try part.forgetMe() }
        }
    }

    /// Prints one line: from, to, voter, action, subject, and `ok` or the reason for a refusal.
    private func recordAction(
        _ person: CommunityProcesses, _ what: String, _ subject: String, _ body: () throws -> Void
    ) throws {
        let path = "\(person.home)/identity"
        let identities = IdentityStore.file { path }
        // A member who asks to be forgotten has another identity afterwards. A first-time
        // participant has a name only afterwards.
        let before = try identities.load()
        let from = DispatchTime.now().uptimeNanoseconds
        var outcome = "ok"
        do { try body() } catch let failure as Failure where failure.kind != .temporary { outcome = failure.code.text }
        let to = DispatchTime.now().uptimeNanoseconds
        let voter = try (before ?? identities.load())?.voter.rawValue ?? "-"
        FileHandle.standardOutput.write(Data("\(from) \(to) \(voter) \(what) \(subject) \(outcome)\n".utf8))
    }
}
