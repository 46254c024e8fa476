import Kernel

/// Proposes a class for whoever is there. The same people, wish and chance give the same class.
public struct LessonPlanner: Sendable {
    private let ladder: BeltLadder
    private let matter: LessonMatter

    /// A planner for a school.
    public init(_ programme: Programme) throws {
        ladder = BeltLadder(try programme.belts())
        matter = LessonMatter(try programme.matter(), on: ladder)
    }

    /// A class.
    ///
    /// - Throws: `nobodyPresent`.
    public func plan(for people: [Attendee], _ wish: LessonWish, using random: RandomSource) throws -> LessonPlan {
        guard !people.isEmpty else {
            throw Failure(
                .nobodyPresent, "Nobody is there to teach.",
                advice: "Mark the class with `club attendance mark NAME…`, or name belts: `club lesson --belts 10k,9k,8k`.",
                kind: .usage)
        }
        var random = random
        let people = people.sorted { (ladder.place($0.belt), $0.name) < (ladder.place($1.belt), $1.name) }
        let class_ = ClassAtHand(people, wish, ladder, matter)
        var begins = 0
        let sections = LessonPlanner.shares(of: wish.minutes).map { kind, minutes in
            defer { begins += minutes }
            return LessonPlan.Section(
                kind: kind, begins: begins, minutes: minutes, steps: class_.steps(kind, minutes, &random))
        }
        return LessonPlan(attendees: people, minutes: wish.minutes, sections: sections)
    }

    /// What each part weighs. A short class leaves out what needs a partner.
    private static let weights: [(kind: LessonPlan.Kind, weight: Int, from: Int)] = [
        (.warmUp, 14, 0), (.lineWork, 24, 0), (.patterns, 24, 0), (.stepSparring, 16, 40), (.sparring, 14, 30), (.coolDown, 8, 0),
    ]

    /// Whole minutes that add up to the class: what is left over goes to those who were cut most.
    static func shares(of minutes: Int) -> [(LessonPlan.Kind, Int)] {
        let parts = weights.filter { minutes >= $0.from }
        let all = parts.reduce(0) { $0 + $1.weight }
        let whole = parts.map { $0.weight * minutes / all }
        let left = minutes - whole.reduce(0, +)
        let most = parts.indices.sorted {
            (-(parts[$0].weight * minutes % all), $0) < (-(parts[$1].weight * minutes % all), $1)
        }.prefix(left)
        return parts.indices.map { (parts[$0].kind, whole[$0] + (most.contains($0) ? 1 : 0)) }
    }
}

/// The class that is planned: who is there, and what they know.
private struct ClassAtHand {
    let people: [Attendee]
    let wish: LessonWish
    let ladder: BeltLadder
    let matter: LessonMatter
    let groups: LessonGroups

    init(_ people: [Attendee], _ wish: LessonWish, _ ladder: BeltLadder, _ matter: LessonMatter) {
        (self.people, self.wish, self.ladder, self.matter) = (people, wish, ladder, matter)
        groups = LessonGroups(people, into: wish.leaders + 1, on: ladder)
    }

    private var belts: [String] { LessonGroups.belts(people) }
    private var lowest: String { people[0].belt }

    private func all(_ minutes: Int, _ what: [String]) -> LessonPlan.Step {
        LessonPlan.Step(who: "Everybody", belts: belts, minutes: minutes, what: what)
    }

    func steps(_ kind: LessonPlan.Kind, _ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        switch kind {
        case .warmUp: [all(minutes, Warmth.rising(minutes, using: &random))]
        case .lineWork: lines(minutes, &random)
        case .patterns: patterns(minutes, &random)
        case .stepSparring: pairs(minutes, &random)
        case .sparring: sparring(minutes, &random)
        case .coolDown: [all(minutes, Warmth.falling(minutes, using: &random))]
        }
    }

    // MARK: - Line work and patterns: together what all know, then each group its own

    private func lines(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let shared = Array(matter.known(\.lines, to: lowest).suffix(6).shuffled(using: &random).prefix(3))
        let basic = shared.isEmpty ? ["Forearm blocks and punches on the spot, ten of each side"] : shared
        guard groups.groups.count > 1 else {
            let own = matter.own(\.lines, of: lowest).filter { !basic.contains($0) }.shuffled(using: &random).prefix(3)
            return [all(minutes, basic + own)]
        }
        let together = max(1, minutes * 2 / 5)
        return [all(together, basic)]
            + groups.groups.map { group in
                let own = matter.own(\.lines, of: group[0].belt).filter { !basic.contains($0) }.shuffled(using: &random).prefix(3)
                return LessonPlan.Step(
                    who: groups.label(group), belts: LessonGroups.belts(group), minutes: minutes - together,
                    what: own.isEmpty ? ["The same lines again, in pairs: one counts and corrects"] : Array(own))
            }
    }

    private static let ways = [
        "by count, then in your own time", "slowly for balance, then at full speed", "facing another wall than usual",
        "in two halves: one half watches and names one thing to mend", "movement by movement, with a correction at each stance",
        "with the count in Korean",
    ]

    private func patterns(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let known = matter.known(\.patterns, to: lowest)
        guard let shared = known.last else {
            guard groups.groups.count > 1 else { return [all(minutes, [ClassAtHand.turns])] }
            return groups.groups.map { group in patterns(of: group, minutes, &random) }
        }
        let way = { (random: inout RandomSource) in ClassAtHand.ways.randomElement(using: &random) ?? "" }
        guard groups.groups.count > 1 else {
            let before = known.dropLast().suffix(1).map { "\($0.title), once, to begin with" }
            let above = belts.filter { $0 != lowest }.compactMap { belt in
                matter.own(\.patterns, of: belt).last.map { "\(ladder.belt(belt).name): \($0.title)" }
            }
            return [all(minutes, before + ["\(shared.title), \(way(&random))"] + above)]
        }
        let together = max(1, minutes / 3)
        return [all(together, ["\(shared.title) twice: once by count, once in your own time"])]
            + groups.groups.map { group in patterns(of: group, minutes - together, &random) }
    }

    // MARK: - With a partner

    /// For who has no pattern yet.
    private static let turns = "Stances and turns to the count, without a pattern yet"

    private func patterns(of group: [Attendee], _ minutes: Int, _ random: inout RandomSource) -> LessonPlan.Step {
        var titles: [String] = []
        for piece in LessonGroups.belts(group).flatMap({ matter.own(\.patterns, of: $0) }) where !titles.contains(piece.title) {
            titles.append(piece.title)
        }
        let what = titles.map { "\($0), \(ClassAtHand.ways.randomElement(using: &random) ?? "")" }
        return LessonPlan.Step(
            who: groups.label(group), belts: LessonGroups.belts(group), minutes: minutes,
            what: what.isEmpty ? [ClassAtHand.turns] : what)
    }

    private func pairs(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        guard people.count > 1 else {
            return [all(minutes, ["Attack and answer alone, to the count: the side of the attacker, then that of the defender"])]
        }
        // Nobody is left without a partner: where somebody would be alone, all work together.
        let sets = groups.groups.contains { $0.count == 1 } ? [people] : groups.groups
        return sets.map { group in
            let pieces = matter.own(\.sparring, of: group[0].belt)
            let chosen = pieces.shuffled(using: &random).prefix(3).sorted { $0.title < $1.title }.map(\.title)
            let what =
                chosen.isEmpty
                ? ["Distance: one punches slowly, the other steps back and blocks, ten times each"] : chosen
            return LessonPlan.Step(
                who: groups.label(group), belts: LessonGroups.belts(group), minutes: minutes,
                what: what + ClassAtHand.partners(group))
        }
    }

    /// Neighbours in rank; of an odd number three turn by turn.
    private static func partners(_ group: [Attendee]) -> [String] {
        let names = group.map(\.name)
        guard group.count <= 12, names.allSatisfy({ !$0.isEmpty }) else {
            return group.count.isMultiple(of: 2) ? [] : ["One group of three takes turns"]
        }
        var pairs = stride(from: 0, to: names.count - 1, by: 2).map { [names[$0], names[$0 + 1]] }
        if names.count % 2 == 1, let last = names.last { pairs[pairs.count - 1].append(last) }
        return ["Pairs: \(pairs.map { listed($0) }.joined(separator: "; "))"]
    }

    private func sparring(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let least = ladder.place(wish.sparFrom)
        let fighters = people.filter { ladder.place($0.belt) >= least }
        let spar = fighters.count > 1 ? fighters : []
        let others = spar.isEmpty ? people : people.filter { ladder.place($0.belt) < least }
        let rounds = max(1, (minutes * 60) / 150)
        let sparring = LessonPlan.Step(
            who: spar.isEmpty ? "" : groups.label(spar), belts: LessonGroups.belts(spar), minutes: minutes,
            what: [
                "\(counted(rounds, "round")) of 1:30 with a minute's rest: `timer --rounds \(rounds) --length 1:30 --rest 1:00`"
            ]
                + [
                    [
                        "Change partners after each round; light contact",
                        "Change partners after each round; hands only in the first round",
                        "Change partners after each round; one attacks, one answers, then free",
                    ].randomElement(using: &random) ?? ""
                ])
        guard !others.isEmpty else { return [sparring] }
        let pages = matter.own(\.pages, of: others[0].belt).shuffled(using: &random).prefix(minutes < 8 ? 1 : 2)
        let theory = LessonPlan.Step(
            who: spar.isEmpty ? "Everybody" : groups.label(others), belts: LessonGroups.belts(others), minutes: minutes,
            what: pages.isEmpty
                ? ["The five tenets: say them, and one example of each"]
                : pages.map { "\($0.title): read it, then ask each other" })
        return spar.isEmpty ? [theory] : [sparring, theory]
    }
}
