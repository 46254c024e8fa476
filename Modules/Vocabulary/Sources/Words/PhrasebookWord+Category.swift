import Korean

extension PhrasebookWord {
    /// The kind of word: `direction`, `movement`.
    package var category: String {
        switch role {
        case .side, .arm: "direction"
        case .leap, .stance: "movement"
        case .tool: "tool"
        case .section: "height"
        case .way: "manner"
        case .action: "technique"
        }
    }
}
