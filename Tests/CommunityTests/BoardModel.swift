import Community
import Kernel

/// An action that a process reported.
struct BoardModelEvent {
    let from, to: UInt64
    let voter, what, subject, outcome: String

    init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 6, let from = UInt64(words[0]), let to = UInt64(words[1]) else { return nil }
        self.from = from
        self.to = to
        voter = words[2]
        what = words[3]
        subject = words[4]
        outcome = words[5]
    }

    static func list(_ text: String) -> [BoardModelEvent] {
        text.split(separator: "\n").compactMap(BoardModelEvent.init)
    }

    var isDone: Bool { outcome == "ok" }
}

/// The expected content of a board as sets. Overlapping events of two processes may have happened
/// in either order, so every such order is accepted.
struct BoardModel {
    private struct Merge: Hashable { let from, to: UInt64, source, target: String }

    private let events: [BoardModelEvent]
    private let merges: [Merge]
    private let votes: [String: [BoardModelEvent]]
    private let upvotes: [String: [BoardModelEvent]]
    private let forgotten: Set<String>

    init(_ all: [BoardModelEvent]) {
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

    /// The counts of successful and refused actions.
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

    // MARK: - Roadmap votes

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
            let actual = Set(try board.voted(Voter(rawValue: voter), among: items).map(\.rawValue))
            let expectedItems = Set(expected.filter { $0.value.contains(voter) }.keys)
            if actual != expectedItems {
                findings.append("\(voter) voted for \(actual.sorted()) and not \(expectedItems.sorted())")
            }
        }
        return findings
    }

    /// Released items take no later votes.
    private func releaseFindings() -> [String] {
        let released = events.filter { $0.isDone && $0.what == "release" }
        return released.flatMap { release in
            votes.values.joined().filter { $0.subject == release.subject && $0.from > release.to }
                .map { "\($0.subject) took a \($0.what) after its release" }
        }
    }

    // MARK: - Suggestion votes, which follow merges

    private func suggestionFindings(_ board: any CommunityBoard) throws -> [String] {
        let ids = try board.suggestions(nil).map(\.id)
        let open = Set(ids.map(\.rawValue))
        var findings: [String] = []
        var counts: [String: Int] = [:]
        for voter in Set(upvotes.keys).union(forgotten) {
            let actual = Set(try board.voted(Voter(rawValue: voter), among: ids).map(\.rawValue))
            for idea in actual { counts[idea, default: 0] += 1 }
            let possible = forgotten.contains(voter) ? [[]] : outcomes(upvotes[voter] ?? [], open)
            if !possible.contains(actual) {
                findings.append(
                    "\(voter) voted for \(actual.sorted()), which no order gives: \(possible.map { $0.sorted() })")
            }
        }
        for (idea, count) in zip(ids, try board.upvotes(for: ids)) where count != counts[idea.rawValue] ?? 0 {
            findings.append("\(idea) has \(count) votes by \(counts[idea.rawValue] ?? 0) voters")
        }
        let removed = Set(merges.flatMap { [$0.source, $0.target] } + upvotes.values.joined().map(\.subject))
            .subtracting(
                open)
        for (idea, count) in zip(removed, try board.upvotes(for: removed.map { Identifier($0) })) where count != 0 {
            findings.append("\(idea) is gone and has \(count) votes")
        }
        for merge in merges where open.contains(merge.source) {
            let count = try board.upvotes(for: [Identifier(merge.source)])[0]
            if count != 0 { findings.append("\(merge.source) was merged and has \(count) votes") }
        }
        return findings
    }

    /// Returns the votes after each possible order of one voter's events and all merges.
    private func outcomes(_ own: [BoardModelEvent], _ open: Set<String>) -> Set<Set<String>> {
        // Tries each merge at every position where it may have happened among the voter's events.
        var found: Set<Set<String>> = []
        func search(_ position: Int, _ pending: [Merge], _ votes: Set<String>, _ targets: [String: String]) {
            for (number, merge) in pending.enumerated() where position == own.count || merge.from < own[position].to {
                // Merges that ended earlier come first. A merged suggestion takes no more merges.
                guard !pending.contains(where: { $0.to < merge.from || $0.target == merge.source }) else { continue }
                var votes = votes
                var targets = targets
                var rest = pending
                rest.remove(at: number)
                if votes.remove(merge.source) != nil { votes.insert(merge.target) }
                targets[merge.source] = merge.target
                search(position, rest, votes, targets)
                // Independent merges commute, so a merge that must have happened by now needs no
                // alternative.
                if position == own.count || merge.to < own[position].from { return }
            }
            guard position < own.count else {
                if pending.isEmpty { found.insert(votes.intersection(open)) }
                return
            }
            guard !pending.contains(where: { $0.to < own[position].from }) else { return }
            var target = own[position].subject
            while let next = targets[target] { target = next }
            var next = votes
            if own[position].what == "upvote" { next.insert(target) } else { next.remove(target) }
            search(position + 1, pending, next, targets)
        }
        search(0, merges, [], [:])
        return found
    }
}
