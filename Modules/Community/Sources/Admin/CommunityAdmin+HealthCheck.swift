import Kernel

/// The health check of the board, which is the only data of `hub`.
extension CommunityAdmin {
    /// Returns the board's location and size, or nil if it is missing or unreachable.
    package func boardSummary() throws -> String? {
        guard let board = try? board() as? StoredCommunityBoard, let report = try? board.store.engine.inspect() else {
            return nil
        }
        return try "\(access.place()?.path ?? "memory"): \(counted(report.records, "record"))"
    }

    /// Returns all damage of the board. It reads every line and all texts.
    package func examine() throws -> [StoreReport.Finding] {
        do {
            let board = try board()
            let findings = try (board as? StoredCommunityBoard)?.store.engine.inspect().findings ?? []
            return try findings + board.read { try $0.danglingReferences() }
        } catch let failure as Failure {
            return [.init(failure.kind == .badData ? .damage : .notice, failure.message)]
        }
    }
}

extension BoardRecords {
    /// Returns references to missing records.
    fileprivate func danglingReferences() throws -> [StoreReport.Finding] {
        // Reads every kind of record, so that an unreadable one throws.
        _ = try (poll(), items(), feedback(nil, newestFirst: true, limit: nil), announcements(), blocks())
        let suggestions = try suggestions(nil)
        let suggestionIDs = Set(suggestions.map(\.id))
        let danglingMerges = suggestions.filter { suggestion in
            suggestion.mergedInto.map { !suggestionIDs.contains($0) } ?? false
        }.map {
            "“\($0.title)” (\($0.id)) was merged with a suggestion that is gone; `suggestion reopen` makes it independent again."
        }
        let danglingPromotions = try suggestions.filter { suggestion in
            try suggestion.status == .addedToRoadmap
                && suggestion.promotedToRoadmapID.map { try record($0) == nil } ?? true
        }.map { "“\($0.title)” (\($0.id)) became an item that is gone; `suggestion reopen` makes it pending again." }
        return (danglingMerges + danglingPromotions).map { .init(.notice, $0) }
    }
}
