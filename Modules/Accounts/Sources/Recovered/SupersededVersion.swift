import Kernel
import Sync

/// A superseded version of a record, prepared for display.
package struct SupersededVersion: Sendable {
    package let kept: Recovered
    /// The part of the app, for example "Tasks".
    package let part: String
    /// The title of the device whose version won, or its ID.
    package let device: String
    /// The title or the longest text, shortened to one line.
    package let line: String
    package let differences: [TextDifference]

    package var id: String { kept.id.rawValue }
}

/// One text of a record in two versions.
package struct TextDifference: Hashable, Sendable {
    /// The name in words, for example "next steps".
    package let name: String
    /// The text of the losing version, possibly empty.
    package let lost: String
    /// The text of the current version, possibly empty.
    package let won: String

    /// The comparison of both texts word by word.
    package var words: WordDifference { WordDifference(from: lost, to: won) }
}

extension AccountService {
    /// Returns the superseded versions on this device, latest first.
    package func supersededVersions() throws -> [SupersededVersion] {
        guard let replica = try localReplica() else { return [] }
        let names = log.read().devices
        return try replica.recovered().map { version in
            let texts = try replica.texts(of: version)
            let lost = texts.map { RecordTexts(of: $0.lost) } ?? RecordTexts()
            return SupersededVersion(
                kept: version, part: part(of: version.address.collection), device: names[version.from] ?? version.from,
                line: lost.line,
                differences: lost.differences(to: texts.map { RecordTexts(of: $0.won) } ?? RecordTexts()))
        }
    }

    /// Restores a superseded version as a new version, which wins on every device. The user can
    /// undo this.
    ///
    /// - Throws: `recoveredUnknown`, `recoveredInTheWay`. In these cases nothing was changed.
    package func restore(_ version: SupersededVersion) throws {
        guard let replica = try localReplica(), let lost = try replica.texts(of: version.kept)?.lost else {
            throw Failure.recoveredUnknown
        }
        guard let kind = syncPolicies.lazy.flatMap({ $0.kinds() }).first(where: { $0.name == lost.address.collection })
        else { throw Failure.recoveredUnknown }
        do {
            let exists = try replica.restore(
                version.kept, entries: kind.entries(of: lost), undo: "Took back “\(version.line)”")
            guard exists else { throw Failure.recoveredUnknown }
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw Failure(
                .recoveredInTheWay, "“\(version.line)” cannot be taken back: something else has its name or place.",
                advice: "\(failure.message) Change or delete that first.")
        }
        try syncPolicies.reconcile([lost.address], in: store)
    }

    /// Deletes a superseded version that the user no longer needs.
    ///
    /// - Throws: `recoveredUnknown`.
    package func dismiss(_ version: SupersededVersion) throws {
        guard let replica = try localReplica(), try replica.texts(of: version.kept) != nil else {
            throw Failure.recoveredUnknown
        }
        try replica.dismiss(version.kept)
    }

    /// Returns a replica without a connection to the place. It also serves a suspended account, so
    /// that superseded versions stay available.
    func localReplica() throws -> Replica? { try account().map { replica($0, at: OpenedSyncPlace(MemoryTransport())) } }
}
