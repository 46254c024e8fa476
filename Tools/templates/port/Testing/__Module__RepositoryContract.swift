import Kernel
import KernelTesting
import __Module__

/// The contract of every `__Module__Repository`.
package enum __Module__RepositoryContract {
    /// Returns the contract. The closure creates an empty repository for each promise.
    package static func over(_ make: @escaping () throws -> any __Module__Repository) -> Contract<any __Module__Repository> {
        Contract("__Module__Repository", promises: promises, make)
    }

    private static let promises: [Contract<any __Module__Repository>.Promise] = [
        .init("starts empty") { try expectEqual($0.items(), []) },
        .init("returns inserted items, oldest first") { repository in
            let items = [item("Zoe", at: 2), item("김", at: 0), item("Adam", at: 1)]
            for item in items { try repository.insert(item) }
            try expectEqual(repository.items(), items.sorted { $0.addedAt < $1.addedAt })
        },
        .init("refuses a duplicate title regardless of case and composition, and keeps the first item") { repository in
            try repository.insert(item("Café", at: 0))
            try expectFailure(.__module__TitleTaken) { try repository.insert(item("CAFE\u{301}", at: 1)) }
            try expectEqual(repository.items(), [item("Café", at: 0)])
        },
        .init("removes one item and frees its title") { repository in
            let first = item("A", at: 0)
            let second = item("B", at: 1)
            try repository.insert(first)
            try repository.insert(second)
            try repository.remove(first)
            try expectEqual(repository.items(), [second])
            try repository.insert(item("A", at: 2))
        },
        .init("refuses to remove an unknown item") { repository in
            try expectFailure(.__module__ItemNotFound) { try repository.remove(item("A", at: 0)) }
        },
    ]

    private static func item(_ title: String, at second: Int) -> __Module__Item {
        __Module__Item(id: Identifier("i\(second)"), title: title, addedAt: Instant(milliseconds: Int64(second) * 1000))
    }
}
