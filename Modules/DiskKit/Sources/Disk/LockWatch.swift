import Dispatch
import Kernel
import Synchronization

/// A watchdog that ends waits for locks at their timeout.
///
/// A waiting thread sleeps in the system until the lock is free. Polling instead costs eight
/// writers a fifth of their throughput.
///
/// Only a signal to the waiting thread ends such a call. A clock ticks while any thread waits and
/// signals each thread past its deadline. It repeats the signal, because the first may arrive just
/// before the call.
final class LockWatch: Sendable {
    static let shared = LockWatch()

    /// A thread that waits for a lock.
    private struct Waiter: @unchecked Sendable {
        // Unchecked: a thread's name is a pointer on some systems.
        let thread: pthread_t
        let deadline: DispatchTime
    }

    /// The waiting threads and the state of the clock.
    private struct State {
        /// The waiting threads by number.
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
        /// The number of ticks without waiting threads, or nil while the clock is stopped.
        var idleTicks: Int?
    }

    private static let tick = DispatchTimeInterval.milliseconds(5)
    private static let maxIdleTicks = 200

    private let state = Mutex(State())
    /// Started and stopped only inside the state's lock.
    private nonisolated(unsafe) let clock = DispatchSource.makeTimerSource()

    private init() {
        // SIGURG is free for this use, because only programs that wait for urgent network data
        // handle it.
        var action = sigaction()
        action.handler = { _ in }
        sigaction(SIGURG, &action, nil)
        clock.setEventHandler { [unowned self] in tick() }
        clock.schedule(deadline: .now(), repeating: LockWatch.tick)
    }

    /// Waits for the lock of an open file.
    ///
    /// - Parameter limit: the timeout in microseconds, exceeded by one or two ticks at most.
    /// - Returns: 0 with the lock, `-EWOULDBLOCK` without.
    func lock(_ file: Int32, atMost limit: Int) -> Int {
        LockWatch.unblockSignal()
        let deadline = DispatchTime.now() + .microseconds(limit)
        let number = add(Waiter(thread: pthread_self(), deadline: deadline))
        defer { state.withLock { $0.waiters[number] = nil } }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { return -Int(errno) }
            guard DispatchTime.now() < deadline else { return -Int(EWOULDBLOCK) }
        }
        return 0
    }

    /// Unblocks the signal, which threads of a queue block by default.
    private static func unblockSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Adds a waiting thread, starts the clock and returns the number.
    private func add(_ waiter: Waiter) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.waiters[state.lastNumber] = waiter
            if state.idleTicks == nil { clock.resume() }
            state.idleTicks = 0
            return state.lastNumber
        }
    }

    /// Wakes every thread past its deadline, and stops a clock that is no longer needed.
    private func tick() {
        state.withLock { state in
            guard let idleTicks = state.idleTicks else { return }
            let now = DispatchTime.now()
            for waiter in state.waiters.values where waiter.deadline <= now { pthread_kill(waiter.thread, SIGURG) }
            state.idleTicks = state.waiters.isEmpty ? idleTicks + 1 : 0
            guard idleTicks >= LockWatch.maxIdleTicks else { return }
            state.idleTicks = nil
            clock.suspend()
        }
    }
}
