import Club
import Kernel
import Synchronization

/// The learning progress of a student, set by a test. Stores the grading results it receives.
final class FakeLearner: Sendable {
    private struct State {
        var belt = "9k"
        var percent = 50
        var results: [GradingReport] = []
    }

    private let state = Mutex(State())

    var belt: String {
        get { state.withLock(\.belt) }
        set { state.withLock { $0.belt = newValue } }
    }
    var percent: Int {
        get { state.withLock(\.percent) }
        set { state.withLock { $0.percent = newValue } }
    }
    var results: [GradingReport] { state.withLock(\.results) }

    func note(_ result: GradingReport) { state.withLock { $0.results.append(result) } }
}

/// Word sets in memory.
final class InMemorySets: Sendable {
    private let sets: Mutex<[String: [ClubWord]]>

    init(
        _ sets: [String: [ClubWord]] = [
            "Kicks": [ClubWord("front kick", "앞차기", "ap chagi"), ClubWord("side kick", "옆차기", "yop chagi")]
        ]
    ) {
        self.sets = Mutex(sets)
    }

    subscript(_ name: String) -> [ClubWord]? {
        get { sets.withLock { $0[name] } }
        set { sets.withLock { $0[name] = newValue } }
    }

    var port: WordSetStorage {
        WordSetStorage(
            read: { [self] name in
                guard let words = self[name] else {
                    throw Failure(.init("noSet"), "There is no set “\(name)”.", kind: .usage)
                }
                return ClubSet(name, words)
            }, has: { [self] name, _ in self[name] != nil },
            addWords: { [self] words, name, _ in
                let new = words.filter { !(self[name] ?? []).contains($0) }
                self[name] = (self[name] ?? []) + new
                return new.count
            })
    }
}
