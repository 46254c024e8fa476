import Community
import Kernel
import Terminal

/// `hub roadmap`.
struct RoadmapDesk: Sendable {
    let stewardship: Stewardship

    var list: Command {
        Command(
            "roadmap list", "List the roadmap by priority, with votes", examples: [.init("roadmap list", "everything")],
            returns: .list(RoadmapEntry.shared)
        ) {
            .list(try stewardship.roadmap(), RoadmapEntry.shared, empty: "Nothing is planned.", next: ["roadmap add TITLE TEXT"])
        }
    }

    var add: Command {
        Command(
            "roadmap add", "Add an item",
            examples: [.init("roadmap add 'Dark mode' 'A theme for the evening' --category UX", "add one")],
            .argument("title", .words("TITLE"), "up to 120 characters"),
            .argument("text", .words("TEXT"), "what it brings, a line each"),
            .option("priority", .integer(RoadmapItem.priorities), default: 9, "1 comes first"),
            .option("release", .words("RELEASE"), default: "v1.4+", "when it is expected: v1.1 - January 2026"),
            Parameter<RoadmapItem.Category>.option(
                "category", .choice("KIND"), default: .feature, shown: "Feature", "what kind of thing it is"),
            .option("app", .words("APP"), "whose roadmap: dojang, grain, coin or focusflow; all of them when left out"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { title, text, priority, release, category, app in
            let item = try stewardship.addItem(
                title, text, priority: priority, release: release, category: category, app: app)
            return try changed("Added “\(item.title)” (\(item.id)).", item)
        }
    }

    var edit: Command {
        Command(
            "roadmap edit", "Change what an item says",
            examples: [.init("roadmap edit video --release 'v1.3 - May 2026'", "later")],
            id,
            .option("title", .words("TITLE"), "another title"),
            .option("text", .words("TEXT"), "another description"),
            .option("release", .words("RELEASE"), "when it is expected"),
            Parameter<RoadmapItem.Category?>.option("category", .choice("KIND"), "what kind of thing it is"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { id, title, text, release, category in
            guard [title, text, release, category?.rawValue].contains(where: { $0 != nil }) else {
                throw Failure(
                    .nothingToChange, "Nothing was given to change.", advice: "Give --title, --text, --release or --category.",
                    kind: .usage)
            }
            let item = try stewardship.edit(Identifier(id), title: title, description: text, release: release, category: category)
            return try changed("Changed “\(item.title)” (\(item.id)).", item)
        }
    }

    var move: Command {
        Command(
            "roadmap move", "Put an item at another priority", examples: [.init("roadmap move video 1", "first")],
            id,
            .argument("priority", .integer(RoadmapItem.priorities), "1 comes first"), returns: .one(RoadmapEntry.shared),
            changes: true
        ) { id, priority in
            let item = try stewardship.move(Identifier(id), to: priority)
            return try changed("“\(item.title)” (\(item.id)) has priority \(item.priority) now.", item)
        }
    }

    var progress: Command {
        Command(
            "roadmap progress", "Say how much of an item is done", discussion: "It is in development from then on.",
            examples: [.init("roadmap progress video 40", "40 %")],
            id,
            .argument("percent", .integer(0...100), "how much is done"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { id, percent in
            let item = try stewardship.progress(Identifier(id), percent: percent)
            return try changed("“\(item.title)” (\(item.id)) is in development, \(percent) % done.", item)
        }
    }

    var release: Command {
        Command(
            "roadmap release", "Release an item", discussion: "It keeps its votes and takes no more. The last three carry “New”.",
            examples: [.init("roadmap release video", "today")],
            id,
            .option("on", .pastDay, "the day of the release; today when left out"), returns: .one(RoadmapEntry.shared),
            changes: true
        ) { id, day in
            let item = try stewardship.release(Identifier(id), on: day)
            return try changed("Released “\(item.title)” (\(item.id)).", item)
        }
    }

    private var id: Parameter<String> {
        .argument("id", ValueKind<String>.id { try stewardship.roadmap().map(\.item.id.rawValue) }, "the item")
    }

    /// The item with its votes. In a dry run the board does not have it.
    private func changed(_ notice: String, _ item: RoadmapItem) throws -> Output {
        let entry = try stewardship.roadmap().first { $0.item.id == item.id }
        return Output.changed(
            notice, RoadmapEntry(item, votes: entry?.votes ?? 0), RoadmapEntry.shared,
            next: ["roadmap list", "board --html board.html"])
    }
}
