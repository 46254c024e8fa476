import Kernel
import KernelContract
import __Module__

/// What every `__Module__Repository` must keep.
public enum __Module__RepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any __Module__Repository) -> Contract<any __Module__Repository> {
        Contract("__Module__Repository", promises: promises, make)
    }

    private static let promises: [Contract<any __Module__Repository>.Promise] = [
        .init("starts empty") { try expectEqual($0.items(), []) },
        .init("gives back what was inserted, oldest first") { repository in
            let items = [item("Zoe", at: 2), item("김", at: 0), item("Adam", at: 1)]
            for item in items { try repository.insert(item) }
            try expectEqual(repository.items(), items.sorted { $0.addedAt < $1.addedAt })
        },
        .init("refuses a title that is taken, whatever its case or composition, and keeps the first") { repository in
            try repository.insert(item("Café", at: 0))
            try expectFailure(.__module__TitleTaken) { try repository.insert(item("CAFE\u{301}", at: 1)) }
            try expectEqual(repository.items(), [item("Café", at: 0)])
        },
        .init("removes one item, and frees its title") { repository in
            let (first, second) = (item("A", at: 0), item("B", at: 1))
            try repository.insert(first)
            try repository.insert(second)
            try repository.remove(first)
            try expectEqual(repository.items(), [second])
            try repository.insert(item("A", at: 2))
        },
        .init("knows when there is no such item") { repository in
            try expectFailure(.__module__ItemNotFound) { try repository.remove(item("A", at: 0)) }
        },
    ]

    private static func item(_ title: String, at second: Int) -> __Module__Item {
        __Module__Item(id: Identifier("i\(second)"), title: title, addedAt: Instant(milliseconds: Int64(second) * 1000))
    }
}
