/// The life of the developer and of one user of the apps.
final class HubLife: Life {
    let nightly = (words: ["feedback", "list"], lines: [""])
    private var answered: [String: String] = [:]

    func setUp(_ visit: Visit) throws {
        try visit.give("community", "create", visit.machine.board)
        try visit.give()
        try visit.give("community", "feedback", visit.newText().text, "--yes", to: "dojang")
    }

    func act(_ visit: Visit) throws {
        let person = visit.person
        let app = person.pick(["dojang", "coin", "focusflow", "grain"])
        switch Int.random(in: 0..<12, using: &person.random) {
        case 0, 1: try visit.give("community", "feedback", visit.newText().text, "--yes", to: app)
        case 2: try visit.give("community", "suggest", visit.newText().text.prefix(60).description, "--yes", to: app)
        case 3, 4: try answer(visit)
        case 5: try visit.give("roadmap", "list")
        case 6: try visit.give("announce", "News", visit.newText().text, "--yes")
        case 7: try visit.give("community", "news", to: app)
        case 8: try visit.give("suggestion", "list")
        case 9: try visit.give("metrics")
        case 10: try visit.give("community", "roadmap", to: app)
        default: try visit.give("insights")
        }
    }

    /// Checks that users can read the developer's answers whole.
    func evening(_ visit: Visit) throws {
        try visit.give()
        for app in ["dojang", "coin", "focusflow", "grain"] { try visit.give("community", "mine", to: app) }
    }

    private func answer(_ visit: Visit) throws {
        let open = try visit.machine.run("hub", ["feedback", "list", "--json"]).objects.compactMap {
            $0["id"] as? String
        }
        guard let id = open.randomElement(using: &visit.person.random) else { return }
        let text = visit.newText().text
        if try visit.give("feedback", "respond", id, text, "--yes").status == 0 { answered[id] = text }
    }
}
