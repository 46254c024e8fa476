/// The life of a user who gives colleagues feedback about what they saw.
final class CoinLife: Life {
    let nightly = (words: ["list"], lines: [""])
    private var contexts: [String: String] = [:]
    private var letters = 0

    func setUp(_ visit: Visit) throws {
        try visit.give()
        try visit.give("sender", "\(visit.person.name) <me@example.org>")
    }

    func act(_ visit: Visit) throws {
        let person = visit.person
        let id = contexts.keys.sorted().randomElement(using: &person.random) ?? "nobody"
        switch Int.random(in: 0..<14, using: &person.random) {
        case 0...3: try write(visit)
        case 4: try change(visit, id)
        case 5: if try visit.give("delete", id, "--yes").status == 0 { contexts[id] = nil }
        case 6: try share(visit, id)
        case 7: try visit.give("share", id, "--to", "sam@example.org", "--preview")
        case 8: try visit.give("list")
        case 9: try visit.give("history")
        case 10:
            try visit.give("undo")
            contexts = try journal(visit)
        case 11: try visit.give("search", person.words(1...1))
        case 12: try visit.give("export", "--markdown")
        default: try visit.give("template", "list")
        }
    }

    /// Checks that every feedback is present and can be read whole.
    func evening(_ visit: Visit) throws {
        let saved = try journal(visit)
        for (id, context) in contexts where saved[id] != context {
            visit.machine.diary.reportBroken(
                .kept, "\(id) was “\(context.prefix(60))” and is “\((saved[id] ?? "nothing").prefix(60))”")
        }
        contexts = saved
        if let id = contexts.keys.sorted().first { try visit.give("show", id) }
    }

    private func write(_ visit: Visit) throws {
        let context = visit.newText().text
        let result = try visit.give(
            "new", "--context", context, "--observation", visit.person.words(), "--impact", visit.person.words(),
            "--to",
            "Sam <sam@example.org>",
            "--json")
        if result.status == 0, let id = result.objects.first?["id"] as? String { contexts[id] = context }
    }

    private func change(_ visit: Visit, _ id: String) throws {
        let context = visit.newText().text
        if try visit.give("edit", id, "--context", context).status == 0 { contexts[id] = context }
    }

    private func share(_ visit: Visit, _ id: String) throws {
        letters += 1
        try visit.give(
            "share", id, "--to", "sam@example.org", "--via", "eml", "--file",
            "\(visit.machine.desk)/letter\(letters).eml",
            "--yes")
    }

    private func journal(_ visit: Visit) throws -> [String: String] {
        let all = try visit.machine.run("coin", ["list", "--json"]).objects
        return Dictionary(
            all.compactMap { entry in (entry["id"] as? String).map { ($0, entry["context"] as? String ?? "") } }
        ) { $1 }
    }
}
