import Kernel

/// A guard that puts the terminal into raw mode on a full screen and always restores it.
///
/// It restores the terminal after a return, failure, signal or crash, and around stop and continue.
/// Signals are caught while it is armed. The signal handler accesses only memory that was prepared
/// before. It restores the terminal, reinstalls the previous handler and raises the signal again.
/// So the process dies of the signal, and the shell sees that.
enum TerminalGuard {
    /// The codes that save the title, open the alternate screen, mark pasted text and hide the
    /// cursor.
    static let enterCodes = "\u{1B}[22;2t\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?25l\u{1B}[H"
    /// The codes that undo `enterCodes`, in reverse order.
    static let leaveCodes = "\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l\u{1B}[23;2t"

    /// The code that clears progress from the task bar.
    ///
    /// It is sent only while progress is shown, because a terminal without task bar support may
    /// display it as a message.
    static let progressEndCodes = "\u{1B}]9;4;0\u{07}"

    static let fatalSignals: [Int32] = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE,
    ]

    /// Puts the terminal into raw mode.
    ///
    /// - Parameter isQuiet: whether the screen stays as it is, to read a single key.
    /// - Throws: `Failure` `noTerminal` if there is none, `terminalTaken` if the guard is already
    ///   armed.
    static func arm(input: Int32, output: Int32, isQuiet: Bool = false) throws {
        let state = preparedState()
        guard state.pointee.isArmed == 0 else {
            throw Failure(.terminalTaken, "Two sessions want the keyboard at once.")
        }
        guard tcgetattr(input, &state.pointee.saved) == 0 else {
            throw Failure(.noTerminal, "The input is not a terminal.")
        }
        (state.pointee.input, state.pointee.output) = (input, output)
        state.pointee.raw = raw(state.pointee.saved)
        state.pointee.isQuiet = isQuiet ? 1 : 0
        (state.pointee.isArmed, state.pointee.needsRedraw, state.pointee.showsProgress) = (1, 0, 0)
        state.pointee.exitMessageCount = 0
        catchSignals(state)
        enter(state)
    }

    /// Restores the terminal.
    static func disarm() {
        let state = preparedState()
        restore(state)
        for number in caughtSignals { sigaction(number, previous(number, state), nil) }
    }

    static var isArmed: Bool { preparedState().pointee.isArmed != 0 }

    /// Whether a full redraw is due.
    ///
    /// It stays true until `takeRedraw`.
    static var needsRedraw: Bool { preparedState().pointee.needsRedraw != 0 }

    /// Returns whether a full redraw is due, and clears that flag.
    static func takeRedraw() -> Bool {
        defer { preparedState().pointee.needsRedraw = 0 }
        return needsRedraw
    }

    /// Records whether the task bar shows progress, which must be cleared with the screen.
    static func setShowsProgress(_ isShown: Bool) { preparedState().pointee.showsProgress = isShown ? 1 : 0 }

    /// Sets the line that the terminal shows if a signal ends the process from now on, truncated to
    /// one line.
    static func setExitMessage(saying line: String) {
        let state = preparedState()
        // The count is zero meanwhile, so a signal at this point writes nothing.
        state.pointee.exitMessageCount = 0
        let bytes = Array((line.isEmpty ? "" : String(line.prefix(80)) + "\n").utf8).prefix(
            state.pointee.exitMessageBytes.count)
        for (place, byte) in bytes.enumerated() { state.pointee.exitMessageBytes[place] = byte }
        state.pointee.exitMessageCount = sig_atomic_t(bytes.count)
    }

    /// Returns settings for single keys without echo.
    ///
    /// Ctrl-C, Ctrl-\ and Ctrl-Z remain signals, and output processing is unchanged.
    static func raw(_ saved: termios) -> termios {
        var raw = saved
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        withUnsafeMutableBytes(of: &raw.c_cc) { codes in
            codes[Int(VMIN)] = 1
            codes[Int(VTIME)] = 0
        }
        return raw
    }
}

/// The data of the signal handler, in memory that is never freed.
private struct GuardState {
    var input = STDIN_FILENO
    var output = STDOUT_FILENO
    var saved = termios()
    var raw = termios()
    var isArmed: sig_atomic_t = 0
    var needsRedraw: sig_atomic_t = 0
    var showsProgress: sig_atomic_t = 0
    var isQuiet: sig_atomic_t = 0
    var enterBytes: UnsafeMutableBufferPointer<UInt8>
    var leaveBytes: UnsafeMutableBufferPointer<UInt8>
    var progressEndBytes: UnsafeMutableBufferPointer<UInt8>
    var exitMessageCount: sig_atomic_t = 0
    var exitMessageBytes: UnsafeMutableBufferPointer<UInt8>
    /// The previous handlers by signal number.
    var previous: UnsafeMutableBufferPointer<sigaction>
}

// Written once, before the first handler is installed, and read by handlers, which may not take a
// lock. Static initialization ensures that a read in a handler runs no initializer.
private nonisolated(unsafe) var guardState: UnsafeMutablePointer<GuardState>?

private let caughtSignals = TerminalGuard.fatalSignals + [SIGTSTP, SIGWINCH]
private let signalCount = 65

/// Returns the state of the guard, which the first call allocates.
private func preparedState() -> UnsafeMutablePointer<GuardState> {
    if let guardState { return guardState }
    let state = UnsafeMutablePointer<GuardState>.allocate(capacity: 1)
    let actions = UnsafeMutableBufferPointer<sigaction>.allocate(capacity: signalCount)
    actions.initialize(repeating: sigaction())
    let exitMessage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 400)
    exitMessage.initialize(repeating: 0)
    state.initialize(
        to: GuardState(
            enterBytes: fixedBytes(TerminalGuard.enterCodes), leaveBytes: fixedBytes(TerminalGuard.leaveCodes),
            progressEndBytes: fixedBytes(TerminalGuard.progressEndCodes), exitMessageBytes: exitMessage,
            previous: actions)
    )
    guardState = state
    return state
}

private func fixedBytes(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return bytes
}

/// Returns the storage of the handler that was installed before for a signal.
private func previous(_ number: Int32, _ state: UnsafeMutablePointer<GuardState>) -> UnsafeMutablePointer<sigaction>? {
    state.pointee.previous.baseAddress?.advanced(by: Int(number))
}

/// Installs a separate signal stack, because a stack overflow leaves no space for a handler on the
/// normal stack.
private func installSignalStack() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
}

private func catchSignals(_ state: UnsafeMutablePointer<GuardState>) {
    installSignalStack()
    for number in caughtSignals {
        let handler: @convention(c) (Int32) -> Void =
            number == SIGTSTP ? handleStop : number == SIGWINCH ? handleResize : handleFatalSignal
        var action = signalAction(handler)
        sigaction(number, &action, previous(number, state))
        // The parent process wants it to survive this signal: nohup, or a shell without job
        // control.
        if number != SIGWINCH, isIgnored(previous(number, state)) { sigaction(number, previous(number, state), nil) }
    }
}

private func isIgnored(_ action: UnsafeMutablePointer<sigaction>?) -> Bool {
    guard let action else { return false }
    return unsafeBitCast(action.pointee.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

private func signalAction(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
    var action = sigaction()
    action.handler = handler
    action.sa_flags = SA_ONSTACK
    sigemptyset(&action.sa_mask)
    return action
}

/// Enters raw mode and, unless the guard is quiet, the full screen.
private func enter(_ state: UnsafeMutablePointer<GuardState>) {
    tcsetattr(state.pointee.input, TCSANOW, &state.pointee.raw)
    guard state.pointee.isQuiet == 0 else { return }
    _ = write(state.pointee.output, state.pointee.enterBytes.baseAddress, state.pointee.enterBytes.count)
}

/// Leaves raw mode and the full screen, using only functions that a signal handler may call.
private func restore(_ state: UnsafeMutablePointer<GuardState>) {
    guard state.pointee.isArmed != 0 else { return }
    state.pointee.isArmed = 0
    if state.pointee.showsProgress != 0 {
        state.pointee.showsProgress = 0
        _ = write(
            state.pointee.output, state.pointee.progressEndBytes.baseAddress, state.pointee.progressEndBytes.count)
    }
    if state.pointee.isQuiet == 0 {
        _ = write(state.pointee.output, state.pointee.leaveBytes.baseAddress, state.pointee.leaveBytes.count)
    }
    tcsetattr(state.pointee.input, TCSANOW, &state.pointee.saved)
}

/// Restores the terminal, shows the exit message and lets the process die of the signal.
private func handleFatalSignal(_ number: Int32) {
    guard let state = guardState else { return }
    let wasArmed = state.pointee.isArmed != 0
    restore(state)
    if wasArmed, state.pointee.exitMessageCount > 0 {
        _ = write(state.pointee.output, state.pointee.exitMessageBytes.baseAddress, Int(state.pointee.exitMessageCount))
    }
    sigaction(number, previous(number, state), nil)
    // The signal is blocked until this handler returns. A crash repeats itself then anyway.
    kill(getpid(), number)
}

/// Restores the terminal before the process stops, and enters raw mode again when it continues.
private func handleStop(_ number: Int32) {
    guard let state = guardState else { return }
    let savedErrno = errno
    restore(state)
    sigaction(number, previous(number, state), nil)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    kill(getpid(), number)
    // The process stops here, and later continues from here.
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    var action = signalAction(handleStop)
    sigaction(number, &action, nil)
    (state.pointee.isArmed, state.pointee.needsRedraw) = (1, 1)
    enter(state)
    errno = savedErrno
}

private func handleResize(_ number: Int32) { guardState?.pointee.needsRedraw = 1 }
