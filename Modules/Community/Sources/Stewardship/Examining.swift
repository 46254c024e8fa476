import Kernel

/// Whether the board itself is whole: `hub` keeps nothing else.
extension Stewardship {
    /// Where the board is and how much is on it; nil where there is none, or it cannot be reached.
    public func boardSeen() throws -> String? {
        guard let board = try? board() as? StoredCommunityBoard, let report = try? board.store.engine.inspect() else {
            return nil
        }
        return try "\(access.place()?.path ?? "memory"): \(counted(report.records, "record"))"
    }

    /// Everything that is wrong with it. Reads every line, and everything that people and developers wrote.
    public func examine() throws -> [StoreReport.Finding] {
        do {
            let board = try board()
            let findings = try (board as? StoredCommunityBoard)?.store.engine.inspect().findings ?? []
            return try findings + board.read { try $0.strays() }
        } catch let failure as Failure {
            return [.init(failure.kind == .badData ? .damage : .notice, failure.message)]
        }
    }
}

extension BoardRecords {
    /// What refers to something that is not there.
    fileprivate func strays() throws -> [StoreReport.Finding] {
        _ = try (poll(), items(), feedback(nil, newestFirst: true, limit: nil), announcements(), blocks())
        let suggestions = try suggestions(nil)
        let known = Set(suggestions.map(\.id))
        let merged = suggestions.filter { one in one.mergedInto.map { !known.contains($0) } ?? false }.map {
            "“\($0.title)” (\($0.id)) was merged with a suggestion that is gone; `suggestion reopen` makes it independent again."
        }
        let promoted = try suggestions.filter { one in
            try one.status == .addedToRoadmap && one.promotedToRoadmapID.map { try record($0) == nil } ?? true
        }.map { "“\($0.title)” (\($0.id)) became an item that is gone; `suggestion reopen` makes it pending again." }
        return (merged + promoted).map { .init(.notice, $0) }
    }
}
