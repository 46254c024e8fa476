import Kernel

/// A planner of classes for given participants. Equal participants, options and random numbers give
/// an equal class.
package struct LessonPlanner: Sendable {
    private let ladder: BeltLadder
    private let topics: LessonTopics

    package init(_ curriculum: ClubCurriculum) throws {
        ladder = BeltLadder(try curriculum.belts())
        topics = LessonTopics(try curriculum.syllabi(), on: ladder)
    }

    /// Creates a plan.
    ///
    /// - Throws: `nobodyPresent`.
    package func plan(for people: [Attendee], _ request: LessonRequest, using random: RandomSource) throws -> LessonPlan
    {
        guard !people.isEmpty else {
            throw Failure(
                .nobodyPresent, "Nobody is there to teach.",
                advice:
                    "Mark the class with `club attendance mark NAME…`, or name belts: `club lesson --belts 10k,9k,8k`.",
                kind: .usage)
        }
        var random = random
        let people = people.sorted { (ladder.rank($0.belt), $0.name) < (ladder.rank($1.belt), $1.name) }
        let plannedClass = PlannedClass(people, request, ladder, topics)
        var startMinute = 0
        let sections = LessonPlanner.shares(of: request.minutes).map { kind, minutes in
            defer { startMinute += minutes }
            return LessonPlan.Section(
                kind: kind, startMinute: startMinute, minutes: minutes,
                steps: plannedClass.steps(kind, minutes, &random))
        }
        return LessonPlan(attendees: people, minutes: request.minutes, sections: sections)
    }

    /// The weight of each section, and the shortest class that includes it. A short class omits
    /// partner work.
    private static let weights: [(kind: LessonPlan.Kind, weight: Int, from: Int)] = [
        (.warmUp, 14, 0), (.lineWork, 24, 0), (.patterns, 24, 0), (.stepSparring, 16, 40), (.sparring, 14, 30),
        (.coolDown, 8, 0),
    ]

    /// Divides a class into whole minutes by the largest remainders.
    static func shares(of minutes: Int) -> [(LessonPlan.Kind, Int)] {
        let parts = weights.filter { minutes >= $0.from }
        let totalWeight = parts.reduce(0) { $0 + $1.weight }
        let wholeMinutes = parts.map { $0.weight * minutes / totalWeight }
        let remaining = minutes - wholeMinutes.reduce(0, +)
        let roundedUp = parts.indices.sorted {
            (-(parts[$0].weight * minutes % totalWeight), $0) < (-(parts[$1].weight * minutes % totalWeight), $1)
        }.prefix(remaining)
        return parts.indices.map { (parts[$0].kind, wholeMinutes[$0] + (roundedUp.contains($0) ? 1 : 0)) }
    }
}

/// The class being planned: its participants and their knowledge.
private struct PlannedClass {
    let people: [Attendee]
    let request: LessonRequest
    let ladder: BeltLadder
    let topics: LessonTopics
    let groups: LessonGroups

    init(_ people: [Attendee], _ request: LessonRequest, _ ladder: BeltLadder, _ topics: LessonTopics) {
        self.people = people
        self.request = request
        self.ladder = ladder
        self.topics = topics
        groups = LessonGroups(people, into: request.leaders + 1, on: ladder)
    }

    private var belts: [String] { LessonGroups.belts(people) }
    /// The lowest belt present.
    private var lowestBelt: String { people[0].belt }

    /// Returns one step for all participants.
    private func sharedStep(_ minutes: Int, _ exercises: [String]) -> LessonPlan.Step {
        LessonPlan.Step(participants: "Everybody", belts: belts, minutes: minutes, exercises: exercises)
    }

    /// Returns the parallel steps of one section.
    func steps(_ kind: LessonPlan.Kind, _ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        switch kind {
        case .warmUp: [sharedStep(minutes, WarmUpExercises.warmUp(minutes, using: &random))]
        case .lineWork: lines(minutes, &random)
        case .patterns: patterns(minutes, &random)
        case .stepSparring: partnerWork(minutes, &random)
        case .sparring: sparring(minutes, &random)
        case .coolDown: [sharedStep(minutes, WarmUpExercises.coolDown(minutes, using: &random))]
        }
    }

    // MARK: - Line work and patterns: shared material first, then the material of each group

    /// Returns line work: lines that all know, then the current lines of each group.
    private func lines(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let knownLines = Array(
            topics.knownMaterial(\.lines, to: lowestBelt).suffix(6).shuffled(using: &random).prefix(3))
        let sharedLines = knownLines.isEmpty ? ["Forearm blocks and punches on the spot, ten of each side"] : knownLines
        guard groups.groups.count > 1 else {
            let others = topics.currentMaterial(\.lines, of: lowestBelt).filter { !sharedLines.contains($0) }
            return [sharedStep(minutes, sharedLines + others.shuffled(using: &random).prefix(3))]
        }
        let sharedMinutes = max(1, minutes * 2 / 5)
        return [sharedStep(sharedMinutes, sharedLines)]
            + groups.groups.map { group in
                let others = topics.currentMaterial(\.lines, of: group[0].belt).filter { !sharedLines.contains($0) }
                let material = others.shuffled(using: &random).prefix(3)
                return LessonPlan.Step(
                    participants: groups.label(group), belts: LessonGroups.belts(group),
                    minutes: minutes - sharedMinutes,
                    exercises: material.isEmpty
                        ? ["The same lines again, in pairs: one counts and corrects"] : Array(material))
            }
    }

    /// The ways to practice a pattern.
    private static let variations = [
        "by count, then in your own time", "slowly for balance, then at full speed", "facing another wall than usual",
        "in two halves: one half watches and names one thing to mend",
        "movement by movement, with a correction at each stance", "with the count in Korean",
    ]

    /// Returns pattern practice: the hardest pattern that all know, then those of each group.
    private func patterns(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let knownPatterns = topics.knownMaterial(\.patterns, to: lowestBelt)
        guard let shared = knownPatterns.last else {
            guard groups.groups.count > 1 else { return [sharedStep(minutes, [PlannedClass.stanceDrill])] }
            return groups.groups.map { group in patterns(of: group, minutes, &random) }
        }
        let variation = { (random: inout RandomSource) in PlannedClass.variations.randomElement(using: &random) ?? "" }
        guard groups.groups.count > 1 else {
            let review = knownPatterns.dropLast().suffix(1).map { "\($0.title), once, to begin with" }
            let above = belts.filter { $0 != lowestBelt }.compactMap { belt in
                topics.currentMaterial(\.patterns, of: belt).last.map { "\(ladder.belt(belt).name): \($0.title)" }
            }
            return [sharedStep(minutes, review + ["\(shared.title), \(variation(&random))"] + above)]
        }
        let sharedMinutes = max(1, minutes / 3)
        return [sharedStep(sharedMinutes, ["\(shared.title) twice: once by count, once in your own time"])]
            + groups.groups.map { group in patterns(of: group, minutes - sharedMinutes, &random) }
    }

    // MARK: - Partner work

    private static let stanceDrill = "Stances and turns to the count, without a pattern yet"

    /// Returns a group's step with the patterns of its belts.
    private func patterns(of group: [Attendee], _ minutes: Int, _ random: inout RandomSource) -> LessonPlan.Step {
        var titles: [String] = []
        for piece in LessonGroups.belts(group).flatMap({ topics.currentMaterial(\.patterns, of: $0) })
        where !titles.contains(piece.title) {
            titles.append(piece.title)
        }
        let exercises = titles.map { "\($0), \(PlannedClass.variations.randomElement(using: &random) ?? "")" }
        return LessonPlan.Step(
            participants: groups.label(group), belts: LessonGroups.belts(group), minutes: minutes,
            exercises: exercises.isEmpty ? [PlannedClass.stanceDrill] : exercises)
    }

    /// Returns step sparring in pairs of each group.
    private func partnerWork(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        guard people.count > 1 else {
            return [
                sharedStep(
                    minutes,
                    ["Attack and answer alone, to the count: the side of the attacker, then that of the defender"])
            ]
        }
        // A participant without a partner would be alone, so all train together in that case.
        let sets = groups.groups.contains { $0.count == 1 } ? [people] : groups.groups
        return sets.map { group in
            let pieces = topics.currentMaterial(\.sparring, of: group[0].belt)
            let titles = pieces.shuffled(using: &random).prefix(3).sorted { $0.title < $1.title }.map(\.title)
            let exercises =
                titles.isEmpty
                ? ["Distance: one punches slowly, the other steps back and blocks, ten times each"] : titles
            return LessonPlan.Step(
                participants: groups.label(group), belts: LessonGroups.belts(group), minutes: minutes,
                exercises: exercises + PlannedClass.partners(group))
        }
    }

    /// Pairs neighbors in rank. Three people alternate if the number is odd.
    private static func partners(_ group: [Attendee]) -> [String] {
        let names = group.map(\.name)
        guard group.count <= 12, names.allSatisfy({ !$0.isEmpty }) else {
            return group.count.isMultiple(of: 2) ? [] : ["One group of three takes turns"]
        }
        var pairs = stride(from: 0, to: names.count - 1, by: 2).map { [names[$0], names[$0 + 1]] }
        if names.count % 2 == 1, let last = names.last { pairs[pairs.count - 1].append(last) }
        return ["Pairs: \(pairs.map { listed($0) }.joined(separator: "; "))"]
    }

    /// Returns free sparring for those who may, and theory for the others.
    private func sparring(_ minutes: Int, _ random: inout RandomSource) -> [LessonPlan.Step] {
        let lowestRank = ladder.rank(request.lowestSparringBelt)
        let fighters = people.filter { ladder.rank($0.belt) >= lowestRank }
        let sparringGroup = fighters.count > 1 ? fighters : []
        let others = sparringGroup.isEmpty ? people : people.filter { ladder.rank($0.belt) < lowestRank }
        // A round takes 90 seconds, and a rest 60.
        let rounds = max(1, (minutes * 60) / 150)
        let sparring = LessonPlan.Step(
            participants: sparringGroup.isEmpty ? "" : groups.label(sparringGroup),
            belts: LessonGroups.belts(sparringGroup), minutes: minutes,
            exercises: [
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
        let pages = topics.currentMaterial(\.pages, of: others[0].belt).shuffled(using: &random).prefix(
            minutes < 8 ? 1 : 2)
        let theory = LessonPlan.Step(
            participants: sparringGroup.isEmpty ? "Everybody" : groups.label(others), belts: LessonGroups.belts(others),
            minutes: minutes,
            exercises: pages.isEmpty
                ? ["The five tenets: say them, and one example of each"]
                : pages.map { "\($0.title): read it, then ask each other" })
        return sparringGroup.isEmpty ? [theory] : [sparring, theory]
    }
}
