import Kernel

/// What every seal by a key has around and in its bytes, whatever closes them.
///
/// Around: what it is, the form, and a mark of the key, so that a wrong key is told from damage. Within: a proof that whoever sealed it has the key,
/// for a recipient of `age` is no secret to those who see our processes; the length; the bytes; and zeros, so that sizes tell little.
package struct SealedForm: Sendable {
    private static let kind: [UInt8] = [0x93] + Array("sealed".utf8)
    private static let form: UInt8 = 1
    /// The least that is sealed, so that nobody counts the letters of one record.
    private static let least = 1_024
    private static let proofLength = 16
    private static let lengthLength = 8
    private static let markLength = 8
    /// So many bytes say what something sealed is.
    package static let labelLength = kind.count + 1 + markLength

    private let label: [UInt8]
    private let proof: [UInt8]

    /// The form of what an account's key seals.
    package init(_ key: AccountKey) {
        label = SealedForm.kind + [SealedForm.form] + key.derived("mark").prefix(SealedForm.markLength)
        proof = Array(key.derived("proof").prefix(SealedForm.proofLength))
    }

    /// Whether bytes were sealed, by whatever key.
    static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: kind) }

    /// The mark of the key that bytes were sealed with (`AccountKey.mark`), by their first `labelLength`; nil for what no such seal has made.
    package static func mark(of start: some Collection<UInt8>) -> String? {
        guard start.count >= labelLength, start.starts(with: kind + [form]) else { return nil }
        return start.prefix(labelLength).suffix(markLength).hexadecimal
    }

    // MARK: - Within

    /// What is to be closed.
    package func filled(_ bytes: [UInt8]) -> [UInt8] {
        let length = (0..<SealedForm.lengthLength).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
        let count = SealedForm.padded(proof.count + length.count + bytes.count)
        var all: [UInt8] = []
        all.reserveCapacity(count)
        all += proof
        all += length
        all += bytes
        all += [UInt8](repeating: 0, count: count - all.count)
        return all
    }

    /// The bytes in what was closed.
    ///
    /// - Throws: `syncUnreadable`.
    package func content(of filled: [UInt8]) throws -> [UInt8] {
        let start = SealedForm.proofLength + SealedForm.lengthLength
        guard filled.count >= start, filled.starts(with: proof) else {
            throw WireText.unreadable("nobody of this account sealed it")
        }
        let length = filled[SealedForm.proofLength..<start].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(filled.count - start) else { throw WireText.unreadable("it is damaged") }
        return Array(filled[start..<start + Int(length)])
    }

    /// Padmé (Nikitin and others, “Reducing Metadata Leakage from Encrypted Files and Communication with PURBs”, arXiv 1806.03160): a length of which
    /// only the first bits tell anything, and that grows by an eighth at most.
    static func padded(_ length: Int) -> Int {
        guard length > least else { return least }
        let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << (exponent - kept) - 1
        return (length + mask) & ~mask
    }

    // MARK: - Around

    /// What was closed, as it leaves.
    package func labelled(_ closed: [UInt8]) -> [UInt8] { label + closed }

    /// What is closed in something that came.
    ///
    /// - Throws: `syncWrongKey`, `syncUnreadable`, `syncNewerForm`.
    package func closed(in sealed: [UInt8]) throws -> [UInt8] {
        guard SealedForm.isSealed(sealed) else { throw WireText.unreadable("it lies open, and this account is sealed") }
        guard sealed.count >= label.count else { throw WireText.unreadable("it is cut short") }
        guard sealed[SealedForm.kind.count] <= SealedForm.form else { throw WireText.newer }
        guard sealed.starts(with: label) else {
            throw Failure(
                .syncWrongKey, "This key does not open what lies in the place.",
                advice: "Take the key of the account that lies there: the words that were shown when it was made.", kind: .badData
            )
        }
        return Array(sealed[label.count...])
    }
}
