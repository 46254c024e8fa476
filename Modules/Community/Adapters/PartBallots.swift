import Community
import Kernel
import Storage

extension StoredCommunityBoard {
    /// Votes of before stood in the log beside their authors: they are moved, and the files are rewritten, so that nothing of that is left.
    /// Who may only read, or finds the store damaged, leaves it to the next who may write; the votes count meanwhile.
    ///
    /// - Parameter path: the directory whose files are rewritten; nil in a rehearsal.
    func partBallots(rewriting path: String?) {
        do {
            guard try moveFormerVotes(), let path else { return }
            _ = try store.engine.maintain(.compact)
            // The copy of an older form that a rewriting once kept.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names where name.hasPrefix("backup-") { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
            try noteRewritten()
        } catch {}
    }
}
