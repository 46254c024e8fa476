import Accounts
import Interface
import Kernel

extension AccountsContext {
    /// Returns the hook that signs out before `reset`. Otherwise other devices would restore the
    /// data.
    func resetHook(_ machine: SyncHost) -> ResetHook {
        ResetHook(
            "account",
            confirmationText: { [accounts] in
                guard let account = try accounts.account() else { return nil }
                let waiting = try account.suspension == nil ? accounts.waiting() : 0
                let unsent =
                    waiting == 0
                    ? ""
                    : waiting == 1
                        ? " 1 change has not left this device, and goes with the rest."
                        : " \(waiting) changes have not left this device, and go with the rest."
                return
                    "You are signed in: this device leaves the account in \(account.place) first. What is there and on your other devices stays.\(unsent) To come back you need the key: `account show --key` shows it as long as you are signed in."
            },
            perform: { [accounts] in
                guard let account = try accounts.account() else { return nil }
                let notificationFailure = try machine.withSyncLock { try accounts.signOut() }
                let addition =
                    notificationFailure.map {
                        " The other devices could not be told: \($0.message) Remove this one there."
                    } ?? ""
                return "You are signed out; what lies in \(account.place) is still there.\(addition)"
            })
    }
}
