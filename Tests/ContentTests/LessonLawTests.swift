import Content
import ContentAdapters
import Korean
import XCTest

/// Invariants of the bundled lessons: sparring, line work, theory and techniques.
final class LessonLawTests: XCTestCase {
    private let curriculum = Curriculum(BundledPacks.sources)

    private func words(_ findings: [Finding]) -> [String] { findings.map { "\($0.place): \($0.sentence)" } }

    func testBundledLessonsHaveNoFindings() {
        XCTAssertEqual(words(curriculum.sparring().findings), [])
        XCTAssertEqual(words(curriculum.lineWork().findings), [])
        XCTAssertEqual(words(curriculum.theory().findings), [])
        XCTAssertEqual(words(curriculum.techniques().findings), [])
        XCTAssertEqual(words(CurriculumInspection(curriculum, morphemes: Self.morphemes).findings), [])
    }

    static let morphemes: [Morpheme] = (try? PackReading(BundledPacks.source("itf")).pack.morphemes) ?? []

    func testSparringHasElevenSetsAndEachStepItsParts() {
        let all = curriculum.sparring().value
        XCTAssertEqual(Set(all.map { "\($0.kind) \($0.grade)" }).count, 11)
        XCTAssertEqual(all.filter { $0.kind == .threeStep }.map(\.number), Array(1...10))
        XCTAssertEqual(all.filter { $0.kind == .twoStep }.map(\.number), Array(1...11))
        let lengths: [SparringExercise.Kind: Int] = [
            .threeStep: 3, .twoStep: 2, .oneStep: 1, .semiFree: 1, .selfDefence: 1,
        ]
        for exercise in all {
            XCTAssertEqual(exercise.steps.count, lengths[exercise.kind], exercise.id)
            XCTAssertEqual(
                exercise.steps.map { $0.counter != nil }, exercise.steps.indices.map { $0 == exercise.steps.count - 1 },
                exercise.id)
        }
    }

    func testObverseAndReverseMatchTheirSides() {
        var checked = 0
        for exercise in curriculum.sparring().value {
            for part in exercise.steps.flatMap({ [$0.attack, $0.defence, $0.counter].compactMap { $0 } }) {
                XCTAssertEqual(part.misnamedTechniques.count, 0, "\(exercise.id): \(part)")
                checked += part.actions.count { $0.form != nil }
            }
        }
        print("obverse and reverse: \(checked) techniques of sparring")
        XCTAssertGreaterThan(checked, 40)
    }

    /// The front arm blocks, so the foot that stepped back is never on the arm's side.
    func testADefenderBlocksWithTheFrontArm() {
        for exercise in curriculum.sparring().value {
            for part in exercise.steps.map(\.defence) {
                guard let ending = part.ending, let front = ending.stance.front(of: ending.side) else { continue }
                for action in part.actions where action.technique.side != nil && action.form != .reverse {
                    XCTAssertEqual(action.technique.side, front, exercise.id)
                }
                if part.way == "back" { XCTAssertEqual(part.foot, front.other, exercise.id) }
            }
        }
    }

    func testAttackersOfThreeStepSparringStepRightLeftRight() {
        for exercise in curriculum.sparring().value where exercise.kind == .threeStep {
            XCTAssertEqual(exercise.steps.map(\.attack.foot), [.right, .left, .right], exercise.id)
            XCTAssertEqual(
                exercise.steps.map { $0.attack.actions[0].technique.side }, [.right, .left, .right], exercise.id)
        }
    }

    func testEveryKeupHasLineWorkAndTheory() {
        let grades = (1...10).reversed().compactMap { Grade(.student, $0) }
        XCTAssertEqual(curriculum.lineWork().value.map(\.grade), grades)
        let topics = curriculum.theory().value
        for grade in grades {
            XCTAssertGreaterThanOrEqual(topics.filter { $0.grade == grade }.count, 3, grade.id)
        }
        for topic in topics {
            XCTAssertFalse(topic.questions.isEmpty, topic.id)
            for question in topic.questions {
                XCTAssertFalse(question.wrong.contains(question.answer), "\(topic.id): \(question.prompt)")
            }
        }
        XCTAssertEqual(
            Set(topics.filter { $0.subject == .pattern }.map { String($0.id.dropFirst(8)) }),
            Set(curriculum.patterns().value.map(\.id)))
    }

    /// Neither names, nor lengths, nor two-way choices reveal the right answer.
    func testRightAnswersAreNotGuessable() throws {
        let names = Dictionary(uniqueKeysWithValues: curriculum.patterns().value.map { ("pattern-\($0.id)", $0.name) })
        var checked = 0
        for topic in curriculum.theory().value {
            for question in topic.questions where !question.wrong.isEmpty {
                let place = "\(topic.id): \(question.prompt)"
                XCTAssertGreaterThanOrEqual(question.wrong.count, 2, place)
                XCTAssertEqual(Set(question.wrong + [question.answer]).count, question.wrong.count + 1, place)
                let longest = try XCTUnwrap(question.wrong.map(\.count).max())
                XCTAssertLessThanOrEqual(question.answer.count, longest * 3 / 2 + 4, place)
                if let name = names[topic.id] { XCTAssertFalse(question.answer.contains(name), place) }
                checked += 1
            }
        }
        XCTAssertGreaterThan(checked, 100)
    }

    /// Meanings are stored twice: with the belt or pattern, and on its theory page. A page can add
    /// remarks of historians.
    func testTheoryPagesRepeatBeltAndPatternMeanings() throws {
        let pages = Dictionary(uniqueKeysWithValues: curriculum.theory().value.map { ($0.id, $0.text) })
        for pattern in curriculum.patterns().value {
            let texts = [pattern.meaning, pattern.why, pattern.teaching].filter { !$0.isEmpty }
            XCTAssertEqual(pages["pattern-\(pattern.id)"].map { Array($0.prefix(texts.count)) }, texts, pattern.id)
        }
        let library = Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
        for belt in library.belts().belts {
            guard let text = pages["belt-\(belt.grade.id)"] else { continue }
            XCTAssertEqual(text, [belt.meaning], belt.name)
        }
    }

    /// Two techniques never share a description.
    func testEveryTechniqueHasItsOwnDescription() {
        let all = curriculum.techniques().value
        for (text, alike) in Dictionary(grouping: all, by: \.description) where alike.count > 1 {
            XCTFail("\(alike.map(\.id)): \(text)")
        }
    }

    func testTechniquesAreManyAndMostOccurInThePatterns() throws {
        let all = curriculum.techniques().value
        XCTAssertGreaterThanOrEqual(all.count, 150)
        for technique in all {
            XCTAssertTrue(
                RomanizationCheck.agrees(hangul: technique.hangul, romanization: technique.romanization), technique.id)
            XCTAssertFalse(technique.mistakes.isEmpty && technique.kind != .strike, technique.id)
        }
        let patterns = try curriculum.patterns().value.map { try curriculum.pattern($0.id).value }
        let marked = all.filter { !$0.matchRules.isEmpty }
        let matched = marked.filter { technique in patterns.contains { !technique.occurrences(in: $0).isEmpty } }
        print(
            "techniques: \(all.count), looked for: \(marked.count), found: \(matched.count)"
                + "; not found: \(Set(marked.map(\.id)).subtracting(matched.map(\.id)).sorted())"
        )
        XCTAssertGreaterThan(matched.count, 150)
        let punch = try curriculum.technique("obverse-punch")
        XCTAssertEqual(
            punch.occurrences(in: try curriculum.pattern("chon-ji").value), [2, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19])
    }

    /// Three techniques are excluded: two names cover more than their words, one is spelled
    /// differently.
    func testTechniqueOccurrencesMatchTheKoreanName() throws {
        let patterns = try curriculum.patterns().value.map { try curriculum.pattern($0.id).value }
        let others: Set = ["flying-kick", "front-kick", "reverse-hooking-kick"]
        for technique in curriculum.techniques().value where technique.kind != .stance && !others.contains(technique.id)
        {
            let action = try XCTUnwrap(technique.hangul.split(separator: " ").last)
            for pattern in patterns {
                let occurrences = Set(technique.occurrences(in: pattern))
                for move in pattern.moves where occurrences.contains(move.number) {
                    guard let name = move.hangul else { continue }
                    let words = name.split { $0 == " " || $0 == "," }
                    XCTAssertTrue(words.contains(action), "\(technique.id) in \(pattern.id) \(move.number): \(name)")
                }
            }
        }
    }

    func testTermsAndTechniquesWithOneIDHaveEqualSpellings() throws {
        let library = Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
        for technique in curriculum.techniques().value {
            guard let term = library.term(technique.id) else { continue }
            XCTAssertEqual(
                [technique.hangul, technique.romanization, technique.english],
                [term.hangul, term.romanization, term.english])
        }
    }
}
