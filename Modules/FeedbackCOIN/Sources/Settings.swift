import Kernel

extension FeedbackJournal {
    /// Returns the user's settings.
    package func settings() throws -> FeedbackSettings {
        try repository.read { try $0.settings() } ?? FeedbackSettings()
    }

    /// Changes the user's settings.
    ///
    /// `undo` reverts it.
    package func changeSettings(_ change: (inout FeedbackSettings) throws -> Void) throws -> FeedbackSettings {
        try repository.write(undo: "Changed the settings") { records in
            var settings = try records.settings() ?? FeedbackSettings()
            try change(&settings)
            try records.save(settings)
            return settings
        }
    }
}
