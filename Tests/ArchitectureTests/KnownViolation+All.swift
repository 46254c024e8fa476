extension KnownViolation {
    /// What the tree does not keep yet, with the number of places.
    static let all: [KnownViolation] =
        of(
            .glossary,
            [
                "ARCHITECTURE.md": 1, "Modules/Content": 1,
                "Modules/Terminal": 6,
            ])
        + of(.fewParameters, ["Modules/Learning": 1, "Modules/Reminders": 1, "Modules/Terminal": 1])
        + of(
            .smallFolders,
            [
                "Modules/Guidance/Sources": 1, "Modules/Terminal/Sources/Command": 1,
            ])
        + of(
            .noFolderCircle,
            [
                "Modules/Learning": 2, "Modules/Terminal": 5,
            ])
        + of(
            .tellingDocuments,
            [
                "Modules/Documents": 5,
                "Modules/Guidance": 10,
                "Modules/Learning": 26,
                "Modules/Profiles": 1, "Modules/Reminders": 5, "Modules/Terminal": 28,
            ])

    private static func of(_ rule: Rule, _ places: KeyValuePairs<String, Int>) -> [KnownViolation] {
        places.map { KnownViolation(rule, $0, $1) }
    }
}
