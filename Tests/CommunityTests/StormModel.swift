import Community
import Kernel

/// Something that a process said it did.
struct StormEvent {
    let from, to: UInt64
    let voter, what, subject, outcome: String

    init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 6, let from = UInt64(words[0]), let to = UInt64(words[1]) else { return nil }
        (self.from, self.to) = (from, to)
        (voter, what, subject, outcome) = (words[2], words[3], words[4], words[5])
    }

    static func list(_ text: String) -> [StormEvent] { text.split(separator: "\n").compactMap(StormEvent.init) }

    var isDone: Bool { outcome == "ok" }
}

/// What must stand on a board after some events, as sets. Two processes' events that overlap in time may have happened in either order:
/// every order that fits is allowed for, and no other.
struct StormModel {
    private struct Merge: Hashable { let from, to: UInt64, source, target: String }

    private let events: [StormEvent]
    private let merges: [Merge]
    private let votes: [String: [StormEvent]]
    private let upvotes: [String: [StormEvent]]
    private let forgotten: Set<String>

    init(_ all: [StormEvent]) {
        events = all.sorted { $0.from < $1.from }
        let done = events.filter(\.isDone)
        merges = done.filter { $0.what == "merge" }.map { event in
            let names = event.subject.split(separator: ">").map(String.init)
            return Merge(from: event.from, to: event.to, source: names[0], target: names[1])
        }
        votes = Dictionary(grouping: done.filter { ["vote", "unvote"].contains($0.what) }, by: \.voter)
        upvotes = Dictionary(grouping: done.filter { ["upvote", "takeback"].contains($0.what) }, by: \.voter)
        forgotten = Set(done.filter { $0.what == "forget" }.map(\.voter))
    }

    /// How much of what was done, and how much was refused.
    var summary: String {
        let done = Dictionary(grouping: events.filter(\.isDone), by: \.what).mapValues(\.count)
        let refused = Dictionary(grouping: events.filter { !$0.isDone }, by: \.outcome).mapValues(\.count)
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
        return "\(list(done)); refused: \(list(refused))"
    }

    func findings(_ board: any CommunityBoard) throws -> [String] {
        try itemFindings(board) + releaseFindings() + suggestionFindings(board)
    }

    // MARK: - The roadmap: whoever voted is in the set of the item, by their last word

    private func itemFindings(_ board: any CommunityBoard) throws -> [String] {
        let items = try board.items().map(\.id)
        var expected: [String: Set<String>] = [:]
        for (voter, events) in votes where !forgotten.contains(voter) {
            for event in events {
                if event.what == "vote" { expected[event.subject, default: []].insert(voter) }
                if event.what == "unvote" { expected[event.subject, default: []].remove(voter) }
            }
        }
        let counts = try board.votes(for: items)
        var findings = zip(items, counts).filter { $1 != expected[$0.rawValue]?.count ?? 0 }.map {
            "\($0) has \($1) votes and not \(expected[$0.rawValue]?.count ?? 0)"
        }
        for voter in Set(votes.keys).union(forgotten) {
            let there = Set(try board.voted(Voter(rawValue: voter), among: items).map(\.rawValue))
            let wanted = Set(expected.filter { $0.value.contains(voter) }.keys)
            if there != wanted { findings.append("\(voter) voted for \(there.sorted()) and not \(wanted.sorted())") }
        }
        return findings
    }

    /// What is released takes no votes from then on.
    private func releaseFindings() -> [String] {
        let released = events.filter { $0.isDone && $0.what == "release" }
        return released.flatMap { release in
            votes.values.joined().filter { $0.subject == release.subject && $0.from > release.to }
                .map { "\($0.subject) took a \($0.what) after its release" }
        }
    }

    // MARK: - Suggestions: a vote follows what was merged

    private func suggestionFindings(_ board: any CommunityBoard) throws -> [String] {
        let there = try board.suggestions(nil).map(\.id)
        let open = Set(there.map(\.rawValue))
        var findings: [String] = []
        var counts: [String: Int] = [:]
        for voter in Set(upvotes.keys).union(forgotten) {
            let actual = Set(try board.voted(Voter(rawValue: voter), among: there).map(\.rawValue))
            for idea in actual { counts[idea, default: 0] += 1 }
            let possible = forgotten.contains(voter) ? [[]] : outcomes(upvotes[voter] ?? [], open)
            if !possible.contains(actual) {
                findings.append("\(voter) voted for \(actual.sorted()), which no order gives: \(possible.map { $0.sorted() })")
            }
        }
        for (idea, count) in zip(there, try board.upvotes(for: there)) where count != counts[idea.rawValue] ?? 0 {
            findings.append("\(idea) has \(count) votes by \(counts[idea.rawValue] ?? 0) voters")
        }
        let gone = Set(merges.flatMap { [$0.source, $0.target] } + upvotes.values.joined().map(\.subject)).subtracting(open)
        for (idea, count) in zip(gone, try board.upvotes(for: gone.map { Identifier($0) })) where count != 0 {
            findings.append("\(idea) is gone and has \(count) votes")
        }
        for merge in merges where open.contains(merge.source) {
            let count = try board.upvotes(for: [Identifier(merge.source)])[0]
            if count != 0 { findings.append("\(merge.source) was merged and has \(count) votes") }
        }
        return findings
    }

    /// The sets that some order of one voter's events and all merges leads to.
    private func outcomes(_ own: [StormEvent], _ open: Set<String>) -> Set<Set<String>> {
        // Merges that touch what this voter voted for, each at every place where it may have happened among the voter's own events.
        var found: Set<Set<String>> = []
        func go(_ place: Int, _ pending: [Merge], _ held: Set<String>, _ targets: [String: String]) {
            for (number, merge) in pending.enumerated() where place == own.count || merge.from < own[place].to {
                // Those that ended before this one began came before it, and what was merged takes nothing more.
                guard !pending.contains(where: { $0.to < merge.from || $0.target == merge.source }) else { continue }
                var (held, targets, rest) = (held, targets, pending)
                rest.remove(at: number)
                if held.remove(merge.source) != nil { held.insert(merge.target) }
                targets[merge.source] = merge.target
                go(place, rest, held, targets)
                // Independent merges give the same in any order: one that must have happened by now needs no alternative.
                if place == own.count || merge.to < own[place].from { return }
            }
            guard place < own.count else {
                if pending.isEmpty { found.insert(held.intersection(open)) }
                return
            }
            guard !pending.contains(where: { $0.to < own[place].from }) else { return }
            var target = own[place].subject
            while let next = targets[target] { target = next }
            var next = held
            if own[place].what == "upvote" { next.insert(target) } else { next.remove(target) }
            go(place + 1, pending, next, targets)
        }
        go(0, merges, [], [:])
        return found
    }
}
