import Guidance
import Interface
import Kernel
import Vault

/// A plugin that adds `lock` and `unlock` to an app. It shows the state on the first screen, in
/// `status` and in `doctor`.
package struct VaultPlugin: Plugin {
    package let name = "Vault"
    private let vault: VaultService
    private let commands: LockCommands

    /// Creates the commands over a vault.
    ///
    /// - Parameters:
    ///   - variable: The environment variable for the passphrase, with its value.
    ///   - isDryRun: Whether to change nothing.
    package init(_ vault: VaultService, variable: (name: String, value: String?), isDryRun: Bool) {
        self.vault = vault
        commands = LockCommands(vault: vault, variable: variable, isDryRun: isDryRun)
    }

    package func contribute(to registry: inout Registry) {
        registry.add(.local([VaultLock.collection, VaultBundle.collection]))
        registry.add(all: [commands.lock, commands.unlock], to: .commands)
        registry.add(VaultHelp.topic, to: .helpTopics)
        registry.add(VaultHelp.group, to: .commandGroups)
        registry.add(VaultHelp.news, to: .news)
        registry.add(HomeCard("lock", order: 5) { [vault] in try VaultPlugin.card(vault.state()) }, to: .homeCards)
        registry.add(
            StatusItem("lock") { [vault] in
                guard try vault.isClosed() else { return nil }
                return StatusItem.Content(text: "The diary is locked", short: "locked")
            }, to: .statusItems)
        registry.add(DoctorCheck("lock") { [vault] in try VaultPlugin.findings(vault) }, to: .doctorChecks)
    }

    private static func card(_ lockState: LockState) -> HomeCard.Content {
        let (state, sentence, nextCommand): (String, String, String?) =
            switch lockState {
            case .open: ("open", "", nil)
            case .locked(hasKey: true): ("unlocked", "", nil)
            case .locked(hasKey: false): ("locked", "The diary is locked.", "unlock")
            case .halfLocked: ("half locked", "Locking was interrupted: what was not reached yet lies open.", "lock")
            case .halfOpen:
                ("half open", "Opening was interrupted: what was not reached yet is still locked.", "lock --off")
            }
        guard let nextCommand else { return HomeCard.Content(blocks: [], members: [.init("state", .text(state))]) }
        return HomeCard.Content(
            blocks: [],
            suggestedStep: .init(
                nextCommand, because: sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast(), rank: 1),
            members: [.init("state", .text(state))])
    }

    private static func findings(_ vault: VaultService) throws -> [StoreReport.Finding] {
        let foreignFiles = try vault.foreignFiles()
        let foreignFindings: [StoreReport.Finding] =
            foreignFiles.first.map { first in
                [
                    .init(
                        .notice,
                        "Locked in another store: \(counted(foreignFiles.count, "file")), such as \(first). Open that store by `--store` and `lock --off`, or remove what is of no use."
                    )
                ]
            } ?? []
        return try foreignFindings + lockFindings(vault)
    }

    private static func lockFindings(_ vault: VaultService) throws -> [StoreReport.Finding] {
        switch try vault.state() {
        case .open: return []
        case .halfLocked: return [.init(.notice, "Locking was interrupted; `lock` goes on where it was.")]
        case .halfOpen: return [.init(.notice, "Opening was interrupted; `lock --off` goes on where it was.")]
        case .locked:
            let strays = try vault.unencryptedFiles()
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
