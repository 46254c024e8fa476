/// The documented JSON of `dojang`, declared as an external program would do.
struct TermShape: Decodable, Hashable {
    let id, english, hangul, romanization, pronunciation, ipa, belt, category: String
    let difficulty: Int
    let morphemes: [String]
}

struct ProfileShape: Decodable, Hashable {
    let id, name, belt, mode, createdAt: String
    let active: Bool
}

struct StatsShape: Decodable, Equatable {
    struct Streak: Decodable, Equatable { let current, longest: Int }
    struct Cards: Decodable, Equatable { let due, new, learning, total: Int }
    let streak: Streak
    let cards: Cards
    let boxes: [Int]
    let sessions: Int
    let minutes: Double
    let accuracy: Double?
}

struct FoundShape: Decodable, Hashable { let id, kind, english, hangul, romanization, belt, match: String }

/// The results of a study session.
struct ResultsShape: Decodable {
    let answered, repeats, right, remaining: Int
}
