import __Module__
import Interface
import Kernel

/// The `__noun__` commands.
struct __Module__EntryCommands: Sendable {
    let list: __Module__List

    private static let fields: [Field<__Module__Item>] = [
        Field("id", "the item's identifier") { .text($0.id.rawValue) },
        Field("title", title: "Title", "the title") { .text($0.title) },
        Field(
            "addedAt", title: "Added", "when it was added",
            cell: { StyledText(String($0.addedAt.description.prefix(10)), .muted) }
        ) {
            .instant($0.addedAt)
        },
    ]

    var show: Command {
        Command(
            "__noun__ list", "List the items", examples: [.init("__noun__ list", "all items, oldest first")],
            returns: .list(Self.fields)
        ) {
            .list(try list.items(), Self.fields, empty: "There is nothing yet.", next: ["__noun__ add TITLE"])
        }
    }

    var add: Command {
        Command(
            "__noun__ add", "Add an item", examples: [.init("__noun__ add 'Walk the dog'", "one more")],
            .argument("title", .text, "1 to 60 characters, in any script"), returns: .one(Self.fields), changes: true
        ) { title in
            let item = try list.add(title)
            return .changed("Added “\(item.title)” (\(item.id)).", item, Self.fields, next: ["__noun__ list"])
        }
    }

    var remove: Command {
        let titles = ValueKind<String>.text.completed { _ in (try? list.items().map(\.title)) ?? [] }
        return Command(
            "__noun__ remove", "Remove an item", discussion: "Asks first. `undo` brings it back.",
            examples: [.init("__noun__ remove --help", "how to remove an item")],
            .argument("title", titles, "the title, or the identifier"), returns: .one(Self.fields), changes: true
        ) { title in
            let item = try list.item(named: title)
            return .confirm("Remove “\(item.title)”?") {
                try list.remove(item)
                return .changed("Removed “\(item.title)” (\(item.id)).", item, Self.fields, next: ["undo"])
            }
        }
    }
}
