import Club
import Kernel
import Synchronization

/// What somebody has learned, as a test says.
final class LearnedInHand: Sendable {
    private struct Kept {
        var (belt, percent) = ("9k", 50)
        var results: [ToldResult] = []
    }

    private let kept = Mutex(Kept())

    var belt: String {
        get { kept.withLock(\.belt) }
        set { kept.withLock { $0.belt = newValue } }
    }
    var percent: Int {
        get { kept.withLock(\.percent) }
        set { kept.withLock { $0.percent = newValue } }
    }
    var results: [ToldResult] { kept.withLock(\.results) }

    func note(_ result: ToldResult) { kept.withLock { $0.results.append(result) } }
}

/// Sets of words in memory.
final class SetsInHand: Sendable {
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

    var port: SetPlace {
        SetPlace(
            read: { [self] name in
                guard let words = self[name] else { throw Failure(.init("noSet"), "There is no set “\(name)”.", kind: .usage) }
                return ClubSet(name, words)
            }, has: { [self] name, _ in self[name] != nil },
            lay: { [self] words, name, _ in
                let new = words.filter { !(self[name] ?? []).contains($0) }
                self[name] = (self[name] ?? []) + new
                return new.count
            })
    }
}
