/// The life of a learner who shares a family's tablet.
///
/// An eager learner has a grading ahead and trains for it. A clumsy learner is a small child.
final class DojangLife: Life {
    let nightly = (words: ["study", "--cards", "10"], lines: ["", "3", "", "3", "", "1", "", "3", "", "4"])

    func setUp(_ visit: Visit) throws {
        try visit.give()
        let belt = visit.person.pick(["10k", "9k", "8k"])
        let child = visit.person.temper == .clumsy ? ["--child", "on"] : []
        try visit.give(["profile", "add", visit.person.name, "--belt", belt] + child)
        try visit.give("profile", "switch", visit.person.name)
        guard visit.person.temper == .eager, let next = ["10k": "9k", "9k": "8k", "8k": "7k"][belt] else { return }
        try visit.give("grading", "plan", next, visit.machine.day.adding(days: 19).description)
    }

    func act(_ visit: Visit) throws {
        let person = visit.person
        switch Int.random(in: 0..<26, using: &person.random) {
        case 0...4: try visit.give("study", "--mode", "learn", lines: cards(visit, 40))
        case 5: try visit.give("study", "--mode", "test", "--cards", "10", lines: answerLines(visit, 14))
        case 6: try visit.give("due", "--json")
        case 7: try visit.give("stats")
        case 8: try visit.give("search", person.pick(["block", "chon-ji", "차렷", "stance", "ㅁㄱ"]))
        case 9: try visit.give("pattern", "quiz", "chon-ji", "--questions", "5", lines: choices(visit, 8))
        case 10: try visit.give("pattern", "show", person.pick(["chon-ji", "dan-gun", "do-san"]))
        case 11: try visit.give("theory", "quiz", lines: choices(visit, 12))
        case 12: try visit.give("sparring", "quiz", lines: choices(visit, 12))
        case 13: try visit.give("grading", "mock", lines: choices(visit, 20))
        case 14: try visit.give("undo")
        case 15, 16: try visit.give("train", "3", lines: cards(visit, 40))
        case 17: try visit.give("words", lines: choices(visit, 20))
        case 18: try visit.give("game", person.pick(["match", "slots", "decode", "memory"]), lines: choices(visit, 30))
        case 19: try visit.give("pattern", "practice", lines: cards(visit, 12))
        case 20: try visit.give("pattern", "test", "chon-ji", "--anyway", lines: choices(visit, 20))
        case 21: try visit.give("linework", "run", "--steps", "2", lines: cards(visit, 16))
        case 22: try visit.give("test", "quick", lines: choices(visit, 12))
        case 23: try visit.give("drill", lines: choices(visit, 12))
        case 24:
            try visit.give(
                person.pick(["progress", "sessions", "achievements", "grading plan", "family"]).split(separator: " ")
                    .map(
                        String.init))
        default: try visit.give(person.pick(["terms", "belts", "tips", "topics"]))
        }
    }

    /// Lets an eager person study until no card is due, and checks that other persons with due
    /// cards are asked at least one.
    func evening(_ visit: Visit) throws {
        try visit.give()
        if visit.person.temper == .eager {
            for _ in 0..<12 where try !due(visit).isEmpty {
                try visit.give("study", "--mode", "learn", "--new", "--json", lines: cards(visit, 160))
            }
            let remaining = try due(visit)
            if !remaining.isEmpty {
                visit.machine.diary.reportBroken(.dueIsAsked, "still due after twelve sessions: \(remaining.prefix(8))")
            }
        } else if try !due(visit).isEmpty {
            let result = try visit.machine.run("dojang", ["study", "--new", "--json"], lines: ["q"])
            if result.objects.first?["cards"] as? Int ?? 0 == 0 {
                visit.machine.diary.reportBroken(.dueIsAsked, "cards are due, and study prints: \(result.firstLine)")
            }
        }
    }

    /// Returns the due cards, without other due items, which have commands of their own.
    private func due(_ visit: Visit) throws -> [String] {
        try visit.machine.run("dojang", ["due", "--json"]).objects.filter { $0["kind"] as? String == "flashcards" }
            .compactMap { $0["id"] as? String }
    }

    /// Returns the answers for cards: look, flip and rate, mostly with a good rating.
    private func cards(_ visit: Visit, _ count: Int) -> [String] {
        (0..<count).flatMap { _ in
            let typo =
                visit.person.temper == .clumsy && visit.person.isLucky(1, of: 5)
                ? [visit.person.pick(["9", "2x", "", "u", "s", "?"])] : []
            return [""] + typo + [visit.person.pick(["3", "3", "4", "2", visit.person.temper == .eager ? "3" : "1"])]
        }
    }

    private func answerLines(_ visit: Visit, _ count: Int) -> [String] {
        (0..<count).map { _ in visit.person.pick(["charyot", "punch", "차렷", "sogi", "?", "attention", "b"]) }
    }

    private func choices(_ visit: Visit, _ count: Int) -> [String] {
        (0..<count).map { _ in visit.person.pick(["1", "2", "3", "4", ""]) }
    }
}
