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
        ) { _ in
            .list(try stewardship.roadmap(), RoadmapEntry.shared, empty: "Nothing is planned.", next: ["roadmap add TITLE TEXT"])
        }
    }

    var add: Command {
        let title = Parameter<String>.argument("title", .words("TITLE"), "up to 120 characters")
        let text = Parameter<String>.argument("text", .words("TEXT"), "what it brings, a line each")
        let priority = Parameter<Int>.option("priority", .integer(1...9), default: 9, shown: "9", "1 comes first")
        let release = Parameter<String>.option(
            "release", .words("RELEASE"), default: "v1.4+", shown: "v1.4+", "when it is expected: v1.1 - January 2026")
        let category = Parameter<RoadmapItem.Category>.option(
            "category", .choice("KIND"), default: .feature, shown: "Feature", "what kind of thing it is")
        return Command(
            "roadmap add", "Add an item",
            examples: [.init("roadmap add 'Dark mode' 'A theme for the evening' --category UX", "add one")],
            parameters: [title, text, priority, release, category], returns: .one(RoadmapEntry.shared), changes: true
        ) { call in
            let item = try stewardship.addItem(
                call[title], call[text], priority: call[priority], release: call[release], category: call[category])
            return try changed("Added “\(item.title)” (\(item.id)).", item)
        }
    }

    var edit: Command {
        let title = Parameter<String?>.option("title", .words("TITLE"), "another title")
        let text = Parameter<String?>.option("text", .words("TEXT"), "another description")
        let release = Parameter<String?>.option("release", .words("RELEASE"), "when it is expected")
        let category = Parameter<RoadmapItem.Category?>.option("category", .choice("KIND"), "what kind of thing it is")
        return Command(
            "roadmap edit", "Change what an item says",
            examples: [.init("roadmap edit video --release 'v1.3 - May 2026'", "later")],
            parameters: [id, title, text, release, category], returns: .one(RoadmapEntry.shared), changes: true
        ) { call in
            let given = (try call[title], try call[text], try call[release], try call[category])
            guard given.0 != nil || given.1 != nil || given.2 != nil || given.3 != nil else {
                throw Failure(
                    .nothingToChange, "Nothing was given to change.", advice: "Give --title, --text, --release or --category.",
                    kind: .usage)
            }
            let item = try stewardship.edit(
                Identifier(call[id]), title: given.0, description: given.1, release: given.2, category: given.3)
            return try changed("Changed “\(item.title)” (\(item.id)).", item)
        }
    }

    var move: Command {
        let priority = Parameter<Int>.argument("priority", .integer(1...9), "1 comes first")
        return Command(
            "roadmap move", "Put an item at another priority", examples: [.init("roadmap move video 1", "first")],
            parameters: [id, priority], returns: .one(RoadmapEntry.shared), changes: true
        ) { call in
            let item = try stewardship.move(Identifier(call[id]), to: call[priority])
            return try changed("“\(item.title)” (\(item.id)) has priority \(item.priority) now.", item)
        }
    }

    var progress: Command {
        let percent = Parameter<Int>.argument("percent", .integer(0...100), "how much is done")
        return Command(
            "roadmap progress", "Say how much of an item is done", discussion: "It is in development from then on.",
            examples: [.init("roadmap progress video 40", "40 %")], parameters: [id, percent],
            returns: .one(RoadmapEntry.shared), changes: true
        ) { call in
            let item = try stewardship.progress(Identifier(call[id]), percent: call[percent])
            return try changed("“\(item.title)” (\(item.id)) is in development, \(try call[percent]) % done.", item)
        }
    }

    var release: Command {
        let day = Parameter<Day?>.option("on", .pastDay, "the day of the release; today when left out")
        return Command(
            "roadmap release", "Release an item", discussion: "It keeps its votes and takes no more. The last three carry “New”.",
            examples: [.init("roadmap release video", "today")], parameters: [id, day], returns: .one(RoadmapEntry.shared),
            changes: true
        ) { call in
            let item = try stewardship.release(Identifier(call[id]), on: call[day])
            return try changed("Released “\(item.title)” (\(item.id)).", item)
        }
    }

    private var id: Parameter<String> {
        .argument("id", .id { try stewardship.roadmap().map(\.item.id.rawValue) }, "the item")
    }

    /// The item with its votes. In a dry run the board does not have it.
    private func changed(_ notice: String, _ item: RoadmapItem) throws -> Output {
        let entry = try stewardship.roadmap().first { $0.item.id == item.id }
        return Output.changed(
            notice, RoadmapEntry(item, votes: entry?.votes ?? 0), RoadmapEntry.shared,
            next: ["roadmap list", "board --html board.html"])
    }
}
