/// The documented JSON of `focusflow`, declared as an external program would do.
struct TaskShape: Decodable, Hashable {
    let id, title: String
    let done, locked: Bool
    let due, priority, project: String?
    let tags: [String]
    let estimate: Int?
    let spent: Int
}

struct TimerShape: Decodable, Hashable {
    let id, phase, stage: String
    let round, rounds, focused: Int
}

struct StretchShape: Decodable, Hashable {
    let id, day: String
    let focused: Int?
    let preset, title: String?
}

struct PlanShape: Decodable, Hashable {
    struct Gate: Decodable, Hashable {
        let key, reason: String
        let allowed: Bool
        let used, limit: Int?
    }
    let plan: String
    let state, product: String?
    let entitled, signedIn: Bool
    let gates: [Gate]
}
