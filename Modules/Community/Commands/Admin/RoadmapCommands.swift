import Community
import Interface
import Kernel

/// The commands of `hub roadmap`.
struct RoadmapCommands: Sendable {
    let admin: CommunityAdmin

    var list: Command {
        Command(
            "roadmap list", "List the roadmap by priority, with votes",
            discussion: "Other commands take the row of this list: `roadmap show 1`.",
            examples: [.init("roadmap list", "everything"), .init("roadmap list --app dojang", "of one app")],
            .option("app", .words("APP"), "only what people who use this app see"), returns: .list(RoadmapEntry.shared)
        ) { app in
            let matches = try admin.roadmap().enumerated().filter { $0.element.item.isPlanned(for: app) }
            return .list(
                matches.map(\.element), RoadmapEntry.shared, empty: "Nothing is planned.",
                next: matches.isEmpty ? ["roadmap add TITLE TEXT"] : ["roadmap show ROW", "roadmap add TITLE TEXT"]
            ).numbered(.at(matches.map { $0.offset + 1 }), of: "roadmap list")
        }
    }

    var show: Command {
        Command(
            "roadmap show", "Show one item in full", examples: [.init("roadmap show video", "one of the list")], id,
            returns: .one(RoadmapEntry.detailFields)
        ) { typed in
            let entry = try BoardNames.items("roadmap list").uniqueMatch(typed, of: admin.roadmap())
            return .one(
                entry, RoadmapEntry.detailFields, blocks: entry.detailBlocks(at: admin.now, in: admin.calendar),
                next: ["roadmap edit \(entry.item.id) --text TEXT"])
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
            .option("app", .words("APP"), "the app: dojang, grain, coin or focusflow; all apps if left out"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { title, text, priority, release, category, app in
            let item = try admin.addItem(
                title, text, priority: priority, release: release, category: category, app: app)
            return try changed("Added “\(item.title)” (\(item.id)).", item, back: "roadmap remove \(item.id.shortForm)")
        }
    }

    var edit: Command {
        Command(
            "roadmap edit", "Change what an item says",
            examples: [.init("roadmap edit video --release 'v1.3 - May 2026'", "later")], id,
            .option("title", .words("TITLE"), "another title"), .option("text", .words("TEXT"), "another description"),
            .option("release", .words("RELEASE"), "when it is expected"),
            Parameter<RoadmapItem.Category?>.option("category", .choice("KIND"), "what kind of thing it is"),
            .option("app", .words("APP"), "the app that it is for"), returns: .one(RoadmapEntry.shared), changes: true
        ) { typed, title, text, release, category, app in
            guard [title, text, release, category?.rawValue, app].contains(where: { $0 != nil }) else {
                throw Failure(
                    .nothingToChange, "No change was given.",
                    advice: "Give --title, --text, --release, --category or --app.", kind: .usage)
            }
            let id = try admin.item(typed)
            let before = try admin.roadmap().first { $0.item.id == id }?.item
            let item = try admin.edit(
                id, title: title, description: text, release: release, category: category, app: app)
            let oldTexts = [
                title == nil ? nil : before?.title, text == nil ? nil : before?.description,
                release == nil ? nil : before?.estimatedRelease, category == nil ? nil : before?.category.rawValue,
            ].compactMap { $0.map { "“\($0)”" } }
            let oldNotice = oldTexts.isEmpty ? "" : " Before it said \(oldTexts.joined(separator: ", "))."
            return try changed("Changed “\(item.title)” (\(item.id)).\(oldNotice)", item)
        }
    }

    var move: Command {
        Command(
            "roadmap move", "Change the priority of an item", examples: [.init("roadmap move video 1", "first")], id,
            .argument("priority", .integer(RoadmapItem.priorities), "1 comes first"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { typed, priority in
            let id = try admin.item(typed)
            let before = try admin.roadmap().first { $0.item.id == id }?.item.priority
            let item = try admin.move(id, to: priority)
            let oldNotice = before.map { "; it was \($0)" } ?? ""
            return try changed(
                "“\(item.title)” (\(item.id)) has priority \(item.priority) now\(oldNotice).", item,
                back: before.map { "roadmap move \(item.id) \($0)" })
        }
    }

    var progress: Command {
        Command(
            "roadmap progress", "Say how much of an item is done", discussion: "The item is then in development.",
            examples: [.init("roadmap progress video 40", "40 %")], id,
            .argument("percent", .integer(0...100), "how much is done"),
            returns: .one(RoadmapEntry.shared), changes: true
        ) { typed, percent in
            let id = try admin.item(typed)
            let before = try admin.roadmap().first { $0.item.id == id }?.item
            let item = try admin.progress(id, percent: percent)
            let oldNotice = before.map { "; before it was \($0.progressText)" } ?? ""
            let undoCommand = before?.completionPercentage.map {
                "roadmap progress \(item.id) \(Int(($0 * 100).rounded()))"
            }
            return try changed(
                "“\(item.title)” (\(item.id)) is in development, \(percent) % done\(oldNotice).", item,
                back: undoCommand ?? "roadmap reopen \(item.id)")
        }
    }

    var release: Command {
        Command(
            "roadmap release", "Release an item",
            discussion: """
                Tells all users that it is there. Asks first; --yes answers. The item keeps its votes and takes no more. The last three releases are \
                marked “New”. roadmap reopen takes a release back.
                """,
            examples: [.init("roadmap release video --yes", "today")], id,
            .option("on", .pastDay, "the day of the release; today if left out"), returns: .one(RoadmapEntry.shared),
            changes: true
        ) { typed, day in
            let id = try admin.item(typed)
            guard let entry = try admin.roadmap().first(where: { $0.item.id == id }), entry.item.status != .released
            else {
                let item = try admin.release(id, on: day)
                return try changed("Released “\(item.title)” (\(item.id)).", item)
            }
            let votes = entry.votes == 0 ? "" : ", which \(counted(entry.votes, "person", "people")) voted for"
            return .confirm("Release “\(entry.item.title)”\(votes), and tell everybody?") {
                let item = try admin.release(id, on: day)
                return try changed("Released “\(item.title)” (\(item.id)).", item, back: "roadmap reopen \(item.id)")
            }
        }
    }

    var close: Command {
        Command(
            "roadmap close", "Say when voting for an item is over",
            discussion:
                "At once, or with the end of a day. Its votes stay and are shown. --never takes it back: then votes are taken until the release.",
            examples: [
                .init("roadmap close video --after 'in 14 days'", "two weeks from now"),
                .init("roadmap close clubs", "at once"),
            ],
            id, .option("after", .day, "the last day on which votes are taken; now if left out"),
            .flag("never", "take votes until the release"), returns: .one(RoadmapEntry.shared), changes: true
        ) { typed, day, never in
            guard day == nil || !never else {
                throw Failure(
                    .nothingToChange, "--after and --never say two things.", advice: "Give one of them.", kind: .usage)
            }
            let item = try admin.closeVotes(
                for: admin.item(typed), never ? .release : day.map(VotingEnd.after) ?? .now)
            let endText = day.map { "with the end of \($0)" } ?? (never ? "when it is released" : "now")
            return try changed(
                "Voting for “\(item.title)” (\(item.id)) is over \(endText).", item,
                back: "roadmap close \(item.id) --never")
        }
    }

    var reopen: Command {
        Command(
            "roadmap reopen", "Take back a release, or the start of development",
            discussion: """
                Goes one step back: a released item is in development again, as far as it was, or planned; an item in development is planned again. It \
                takes votes again and keeps those it had.
                """,
            examples: [.init("roadmap reopen ID", "it was too early", runs: false)],
            id, returns: .one(RoadmapEntry.shared), changes: true
        ) { typed in
            let item = try admin.reopen(admin.item(typed))
            return try changed("“\(item.title)” (\(item.id)) is \(item.progressText) again.", item)
        }
    }

    var remove: Command {
        Command(
            "roadmap remove", "Take an item off the roadmap",
            discussion: """
                Its votes go too. Asks first; --yes answers. A suggestion that became this item is pending again. It cannot be brought \
                back, only added again.
                """,
            examples: [.init("roadmap remove video --yes", "without asking")],
            id, returns: .one(RoadmapEntry.shared), changes: true
        ) { typed in
            let id = try admin.item(typed)
            let entry = try admin.roadmap().first { $0.item.id == id }
            let votes = entry.map { $0.votes == 0 ? "" : " with \(counted($0.votes, "vote"))" } ?? ""
            return .confirm("Take “\(entry?.item.title ?? typed)”\(votes) off the roadmap? It cannot be brought back.")
            {
                let removed = try admin.remove(id)
                return .changed(
                    "Took “\(removed.title)” (\(removed.id)) off the roadmap.", RoadmapEntry(removed, votes: 0),
                    RoadmapEntry.shared, next: ["roadmap list"])
            }
        }
    }

    private var id: Parameter<String> {
        .argument(
            "id", ValueKind<String>.id { try admin.roadmap().map(\.item.id.rawValue) }.row(of: "roadmap list"),
            BoardNames.items("roadmap list").help)
    }

    /// Returns the changed item with its votes. In a dry run the board does not contain it.
    ///
    /// - Parameter undoCommand: the command that reverses the change.
    private func changed(_ notice: String, _ item: RoadmapItem, back undoCommand: String? = nil) throws -> Output {
        let entry = try admin.roadmap().first { $0.item.id == item.id }
        return Output.changed(
            notice, RoadmapEntry(item, votes: entry?.votes ?? 0), RoadmapEntry.shared,
            next: [undoCommand ?? "roadmap list", "board --html board.html"])
    }
}
