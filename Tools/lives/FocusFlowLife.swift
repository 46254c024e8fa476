/// The life of a user who works in rounds.
final class FocusFlowLife: Life {
    let nightly = (words: ["start", "--for", "3s"], lines: ["", "", ""])
    private var titles: [String: String] = [:]

    func setUp(_ visit: Visit) throws { try visit.give() }

    func act(_ visit: Visit) throws {
        let person = visit.person
        let id = titles.keys.sorted().randomElement(using: &person.random) ?? "nobody"
        switch Int.random(in: 0..<16, using: &person.random) {
        case 0...2: try write(visit)
        case 3: if try visit.give("task", "done", id).status == 0 { titles[id] = nil }
        case 4: if try visit.give("task", "delete", id, "--yes").status == 0 { titles[id] = nil }
        case 5: try visit.give("task", "edit", id, "--priority", person.pick(["low", "high"]))
        case 6: try visit.give("task", "list", "--all")
        case 7: try visit.give("start", "--for", "25m", "--detach")
        case 8: try visit.give(person.pick(["pause", "resume"]))
        case 9: try visit.give("stop")
        case 10: try visit.give("status")
        case 11: try visit.give("history")
        case 12: try visit.give("stats")
        case 13:
            try visit.give("undo")
            titles = try tasks(visit)
        case 14: try visit.give("task", "search", person.words(1...1))
        default: try visit.give(person.pick(["xp", "export", "preset", "theme"]), person.pick(["list", "--json"]))
        }
    }

    /// Checks that every open task is listed under its whole title.
    func evening(_ visit: Visit) throws {
        let saved = try tasks(visit)
        for (id, title) in titles where saved[id] != title {
            visit.machine.diary.reportBroken(
                .kept, "\(id) was “\(title.prefix(60))” and is “\((saved[id] ?? "nothing").prefix(60))”")
        }
        titles = saved
        if let id = titles.keys.sorted().first { try visit.give("task", "show", id) }
        try visit.give("stop")
    }

    private func write(_ visit: Visit) throws {
        let title = visit.newText().mark + visit.person.pick([" draft", " letter", " invoice for the club's hall"])
        let result = try visit.give(
            "task", "add", title + visit.person.pick(["", " @friday", " 30m", " *daily"]), "--json")
        if result.status == 0, let id = result.objects.first?["id"] as? String { titles[id] = title }
    }

    private func tasks(_ visit: Visit) throws -> [String: String] {
        let all = try visit.machine.run("focusflow", ["task", "list", "--all", "--json"]).objects
        return Dictionary(
            all.filter { $0["done"] as? Bool == false }.compactMap { task in
                (task["id"] as? String).map { ($0, task["title"] as? String ?? "") }
            }
        ) { $1 }
    }
}
