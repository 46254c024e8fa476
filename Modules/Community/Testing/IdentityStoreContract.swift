import Community
import Dispatch
import Kernel
import KernelTesting
import Synchronization

/// The contract of every `IdentityStore`.
package enum IdentityStoreContract {
    /// Returns the contract over stores from a closure, each empty.
    package static func over(_ make: @escaping () throws -> IdentityStore) -> Contract<IdentityStore> {
        Contract("IdentityStore", promises: promises, make)
    }

    private static let promises: [Contract<IdentityStore>.Promise] = [
        .init("the store starts empty, and load creates no identity") { store in
            try expect(store.load() == nil && store.load() == nil, "there is an identity")
        },
        .init("load and obtain return the same identity") { store in
            let identity = try store.obtain()
            try expectEqual(store.load(), identity)
            try expectEqual(store.obtain(), identity)
        },
        .init("concurrent calls obtain the same identity") { store in
            let secrets = Mutex<Set<String>>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let author = (try? store.obtain().author.rawValue) ?? "none"
                secrets.withLock { _ = $0.insert(author) }
            }
            try expectEqual(secrets.withLock { $0.count }, 1, "identities")
            try expect(!secrets.withLock { $0.contains("none") }, "an obtain failed")
        },
        .init("forget works repeatedly, and the next identity is new") { store in
            let first = try store.obtain()
            try store.forget()
            try store.forget()
            try expect(store.load() == nil, "it is still there")
            try expect(store.obtain() != first, "the same again")
        },
    ]
}
