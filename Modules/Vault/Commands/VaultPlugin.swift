import Guidance
import Kernel
import Terminal
import Vault

/// Brings `lock` and `unlock` to an app, and says on the first screen, in `status` and in `doctor` how it stands.
public struct VaultPlugin: Plugin {
    public let name = "Vault"
    private let vault: Vault
    private let desk: LockDesk

    /// The commands over a vault.
    ///
    /// - Parameters:
    ///   - variable: the environment variable that may hold the passphrase, and what it holds.
    ///   - isRehearsal: whether nothing is to be changed.
    public init(_ vault: Vault, variable: (name: String, value: String?), isRehearsal: Bool) {
        self.vault = vault
        desk = LockDesk(vault: vault, variable: variable, isRehearsal: isRehearsal)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying([VaultLock.collection, VaultBundle.collection]))
        registry.add(all: [desk.lock, desk.unlock], to: .commands)
        registry.add(VaultHelp.topic, to: .helpTopics)
        registry.add(VaultHelp.group, to: .commandGroups)
        registry.add(VaultHelp.news, to: .news)
        registry.add(HomeCard("lock", order: 5) { [vault] in try VaultPlugin.card(vault.situation()) }, to: .homeCards)
        registry.add(
            StatusItem("lock") { [vault] in
                guard try vault.isClosed() else { return nil }
                return StatusItem.Content(text: "The diary is locked", short: "locked")
            }, to: .statusItems)
        registry.add(Checkup("lock") { [vault] in try VaultPlugin.findings(vault) }, to: .checkups)
    }

    private static func card(_ situation: Situation) -> HomeCard.Content {
        let (state, words, step): (String, String, String?) =
            switch situation {
            case .open: ("open", "", nil)
            case .locked(hasKey: true): ("unlocked", "", nil)
            case .locked(hasKey: false): ("locked", "The diary is locked.", "unlock")
            case .halfLocked: ("half locked", "Locking was interrupted: what was not reached yet lies open.", "lock")
            case .halfOpen: ("half open", "Opening was interrupted: what was not reached yet is still locked.", "lock --off")
            }
        guard let step else { return HomeCard.Content(blocks: [], members: [.init("state", .text(state))]) }
        return HomeCard.Content(
            blocks: [], now: .init(step, because: words.prefix(1).lowercased() + words.dropFirst().dropLast(), rank: 1),
            members: [.init("state", .text(state))])
    }

    private static func findings(_ vault: Vault) throws -> [StoreReport.Finding] {
        let elsewhere = try vault.elsewhere()
        let others: [StoreReport.Finding] =
            elsewhere.first.map { first in
                [
                    .init(
                        .notice,
                        "Locked in another store: \(counted(elsewhere.count, "file")), such as \(first). Open that store by `--store` and `lock --off`, or remove what is of no use."
                    )
                ]
            } ?? []
        return try others + standing(vault)
    }

    private static func standing(_ vault: Vault) throws -> [StoreReport.Finding] {
        switch try vault.situation() {
        case .open: return []
        case .halfLocked: return [.init(.notice, "Locking was interrupted; `lock` goes on where it was.")]
        case .halfOpen: return [.init(.notice, "Opening was interrupted; `lock --off` goes on where it was.")]
        case .locked:
            let strays = try vault.strays()
            guard let first = strays.first else { return [] }
            return [
                .init(
                    .notice,
                    "\(counted(strays.count, "file lies", "files lie")) open although the diary is locked, such as \(first). Remove them, or open the diary for good and lock it anew."
                )
            ]
        }
    }
}
