import Kernel

extension FeedbackJournal {
    /// What the person has chosen.
    public func settings() throws -> FeedbackSettings { try repository.read { try $0.settings() } ?? FeedbackSettings() }

    /// Changes what the person has chosen. Can be undone.
    public func changeSettings(_ change: (inout FeedbackSettings) throws -> Void) throws -> FeedbackSettings {
        try repository.write(undo: "Changed the settings") { records in
            var settings = try records.settings() ?? FeedbackSettings()
            try change(&settings)
            try records.keep(settings)
            return settings
        }
    }
}
