import Focus
import Kernel
import Programs
import Reminders

/// What happens around the timer happens with these.
public struct AroundKit: Sendable {
    let hooks: HookFolder
    /// Does `alarm follow`.
    let servant: Servant
    /// Held by whoever does that because a person asked for it.
    let lock: WorkLock
    /// Asks with buttons; nil where nobody can.
    let asker: Asker?
    /// The music of other programs.
    let player: MusicPlayer
    /// Does what need not be waited for.
    let aside: Aside

    /// The parts.
    public init(
        hooks: HookFolder, servant: Servant, lock: WorkLock, asker: Asker?, player: MusicPlayer, aside: Aside = Aside()
    ) {
        (self.hooks, self.servant, self.lock) = (hooks, servant, lock)
        (self.asker, self.player, self.aside) = (asker, player, aside)
    }

    /// Does something as the one process that goes along with the timer, unless another one is at it.
    func alone(_ body: () throws -> Void) rethrows {
        switch servant.begin() {
        case .late: break
        case .alone: try body()
        case .asked:
            let answer = lock.take()
            if case .busy = answer { return }
            try withExtendedLifetime(answer) { try body() }
        }
    }
}
