import Kernel

/// The problems of a log, and whether it may still be written.
struct LogHealth {
    private(set) var findings: [StoreReport.Finding] = []
    /// The reason to refuse writes, if any.
    private(set) var refusal: Failure?

    /// Whether acknowledged data is unreadable.
    var isDamaged: Bool { refusal?.code == .storeDamaged }

    mutating func addNotice(_ message: String) { findings.append(.init(.notice, message)) }

    /// Records damage. From then on the log is read-only.
    mutating func recordDamage(
        _ message: String, advice: String = "Nothing is written any more; save a copy, then restore a backup."
    ) {
        findings.append(.init(.damage, message))
        refuse(Failure(.storeDamaged, message, advice: advice, kind: .badData))
    }

    /// Whether the log is another branch of the history.
    private(set) var isForked = false

    /// Records another branch: local writes are missing from it although none of its lines is bad.
    mutating func reportFork(_ message: String) {
        recordDamage(
            message,
            advice:
                "Nothing is written any more; `doctor --repair` goes on with the log that is there, and brings in those beside it."
        )
        isForked = true
    }

    /// Refuses writes. The first reason is kept, unless a later one is damage.
    mutating func refuse(_ failure: Failure) {
        if refusal == nil || failure.code == .storeDamaged { refusal = failure }
    }
}
