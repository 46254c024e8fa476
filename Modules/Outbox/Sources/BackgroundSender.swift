import Kernel

/// The background process that delivers an outbox after a command.
package struct BackgroundSender: Sendable {
    /// The commands that only explain. They open no store, so no delivery follows them.
    private static let explanations: Set<String> = ["help", "about", "man", "completions", "__complete"]

    /// Whether a process can start and a queue may exist. The call opens no store.
    private let isReady: @Sendable () -> Bool
    /// Starts the process unless one is already running, and returns at once.
    private let start: @Sendable () -> Void
    /// Claims the delivery for the current process and returns its wait limit, or nil for a
    /// background process while another one delivers.
    package let claimDelivery: @Sendable () -> WaitLimit?

    package init(
        isReady: @escaping @Sendable () -> Bool, start: @escaping @Sendable () -> Void,
        claimDelivery: @escaping @Sendable () -> WaitLimit? = { .userInitiated }
    ) {
        self.isReady = isReady
        self.start = start
        self.claimDelivery = claimDelivery
    }

    /// A sender without a process. The next command that delivers sends the waiting items.
    package static let none = BackgroundSender(isReady: { false }, start: {})

    /// Starts the process after a command if there is work.
    ///
    /// - Parameter hasWork: whether items wait or a copy is old. Its errors count as false.
    package func start(after command: String, if hasWork: () throws -> Bool) {
        guard !BackgroundSender.explanations.contains(command), isReady(), (try? hasWork()) == true else { return }
        start()
    }
}
