extension KnownViolation {
    /// What the tree does not keep yet, with the number of places.
    static let all: [KnownViolation] =
        of(
            .fewParameters,
            [
                "Modules/Learning": 1
            ])
        + of(
            .noFolderCircle,
            [
                "Modules/Learning": 2
            ])
        + of(
            .tellingDocuments,
            [
                "Modules/Learning": 26,
                "Modules/Profiles": 1,
            ])

    private static func of(_ rule: Rule, _ places: KeyValuePairs<String, Int>) -> [KnownViolation] {
        places.map { KnownViolation(rule, $0, $1) }
    }
}
