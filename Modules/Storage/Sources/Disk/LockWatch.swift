import Dispatch
import Kernel
import Synchronization

/// Ends the waiting for locks whose time is over.
///
/// The system lets whoever waits for a lock sleep until it is free, and wakes one of many; trying it over and over costs eight writers a fifth of
/// what they get done. But only a signal to the thread that waits ends such a call. So a clock ticks while somebody waits, and sends one
/// to each whose time is over; over and over, since the first may come a moment before the call.
final class LockWatch: Sendable {
    static let shared = LockWatch()

    private struct Waiter: @unchecked Sendable {
        // Unchecked: the name of a thread, which is a pointer on some systems.
        let thread: pthread_t
        let end: DispatchTime
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var last = 0
        /// How often it has ticked for nobody; nil while the clock stands.
        var idleTicks: Int?
    }

    private static let tick = DispatchTimeInterval.milliseconds(5)
    private static let greatestIdleTicks = 200

    private let state = Mutex(State())
    /// Started and stopped with the state held.
    private nonisolated(unsafe) let clock = DispatchSource.makeTimerSource()

    private init() {
        // Nobody else's signal: it says something to programs that wait for urgent bytes of a network, and nothing to all others.
        var ending = sigaction()
        ending.handler = { _ in }
        sigaction(SIGURG, &ending, nil)
        clock.setEventHandler { [unowned self] in tick() }
        clock.schedule(deadline: .now(), repeating: LockWatch.tick)
    }

    /// Waits for the lock of an open file.
    ///
    /// - Parameter limit: for how many microseconds at most, and a tick or two.
    /// - Returns: 0 with the lock, `-EWOULDBLOCK` without.
    func lock(_ file: Int32, atMost limit: Int) -> Int {
        LockWatch.listen()
        let end = DispatchTime.now() + .microseconds(limit)
        let number = enter(Waiter(thread: pthread_self(), end: end))
        defer { state.withLock { $0.waiters[number] = nil } }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { return -Int(errno) }
            guard DispatchTime.now() < end else { return -Int(EWOULDBLOCK) }
        }
        return 0
    }

    /// Threads of a queue hear of no signal unless they ask for it.
    private static func listen() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func enter(_ waiter: Waiter) -> Int {
        state.withLock { state in
            state.last += 1
            state.waiters[state.last] = waiter
            if state.idleTicks == nil { clock.resume() }
            state.idleTicks = 0
            return state.last
        }
    }

    private func tick() {
        state.withLock { state in
            guard let idleTicks = state.idleTicks else { return }
            let now = DispatchTime.now()
            for waiter in state.waiters.values where waiter.end <= now { pthread_kill(waiter.thread, SIGURG) }
            state.idleTicks = state.waiters.isEmpty ? idleTicks + 1 : 0
            guard idleTicks >= LockWatch.greatestIdleTicks else { return }
            state.idleTicks = nil
            clock.suspend()
        }
    }
}
