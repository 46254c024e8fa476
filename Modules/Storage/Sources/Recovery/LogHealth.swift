import Kernel

/// What was found wrong with a log, and whether it may be written for all that.
struct LogHealth {
    /// What a person should know of it.
    private(set) var findings: [StoreReport.Finding] = []
    /// Why nothing may be written; nil when all is well.
    private(set) var refusal: Failure?

    /// Whether something that was acknowledged cannot be read.
    var isDamaged: Bool { refusal?.code == .storeDamaged }

    mutating func notice(_ message: String) { findings.append(.init(.notice, message)) }

    /// Names damage. Nothing is written over it.
    mutating func damage(
        _ message: String, advice: String = "Nothing is written any more; save a copy, then restore a backup."
    ) {
        findings.append(.init(.damage, message))
        refuse(Failure(.storeDamaged, message, advice: advice, kind: .badData))
    }

    /// Whether the log is another branch of the history.
    private(set) var isForked = false

    /// Names another branch: what was written here is lost in it, and yet no line of it is bad.
    mutating func fork(_ message: String) {
        damage(
            message,
            advice:
                "Nothing is written any more; `doctor --repair` goes on with the log that is there, and brings in those beside it."
        )
        isForked = true
    }

    /// Of several reasons the first counts, but damage before all.
    mutating func refuse(_ failure: Failure) { if refusal == nil || failure.code == .storeDamaged { refusal = failure } }
}
