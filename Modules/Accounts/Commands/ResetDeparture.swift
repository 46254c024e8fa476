import Accounts
import Kernel
import Terminal

extension AccountHall {
    /// What `reset` does about an account: this device leaves it first, since the others would bring everything back.
    func departure(_ machine: SyncMachine) -> Departure {
        Departure(
            "account",
            said: { [accounts] in
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
            leave: { [accounts] in
                guard let account = try accounts.account() else { return nil }
                let untold = try machine.whileNobodySyncs { try accounts.leave() }
                let rest = untold.map { " The other devices could not be told: \($0.message) Remove this one there." } ?? ""
                return "You are signed out; what lies in \(account.place) is still there.\(rest)"
            })
    }
}
