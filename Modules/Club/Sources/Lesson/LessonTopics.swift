import Kernel

/// The material of each belt, including all lower belts.
struct LessonTopics {
    private let syllabi: [BeltSyllabus]
    private let ladder: BeltLadder

    init(_ syllabi: [BeltSyllabus], on ladder: BeltLadder) {
        self.ladder = ladder
        self.syllabi = syllabi.sorted { ladder.rank($0.belt) < ladder.rank($1.belt) }
    }

    /// Returns the material of a belt and all lower belts.
    private func syllabi(upTo belt: String) -> ArraySlice<BeltSyllabus> {
        let place = ladder.rank(belt)
        return syllabi.prefix { ladder.rank($0.belt) <= place }
    }

    /// Returns the material that a belt works on: its own, or that of the nearest lower belt with
    /// any.
    func currentMaterial<Part>(_ part: KeyPath<BeltSyllabus, [Part]>, of belt: String) -> [Part] {
        syllabi(upTo: belt).last { !$0[keyPath: part].isEmpty }?[keyPath: part] ?? []
    }

    /// Returns all material learned up to a belt, in order of learning.
    func knownMaterial<Part>(_ part: KeyPath<BeltSyllabus, [Part]>, to belt: String) -> [Part] {
        syllabi(upTo: belt).flatMap { $0[keyPath: part] }
    }
}
