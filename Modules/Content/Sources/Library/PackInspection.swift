import Kernel
import Korean

/// The checks of `content check` beyond the format: whether the parts of a pack fit each other.
package struct PackInspection: Sendable {
    private let pack: ContentPack
    private let belts: BeltOrder
    private let morphemes: Set<String>

    /// Creates an inspection against the belts and word parts of a library, so that a user's pack
    /// may build on the bundled one.
    ///
    /// Belts of other disciplines are ignored.
    package init(pack: ContentPack, library: Library) {
        self.pack = pack
        let disciplineLibrary = Library(library.packs.filter { $0.discipline == pack.discipline } + [pack])
        belts = disciplineLibrary.belts()
        morphemes = Set(disciplineLibrary.packs.flatMap(\.morphemes).map(\.hangul))
    }

    /// All doubtful content of the pack, in its own order.
    package var findings: [Finding] { morphemeFindings + pack.terms.flatMap(termFindings) }

    /// The findings about word parts whose romanization disagrees with their hangul.
    private var morphemeFindings: [Finding] {
        pack.morphemes.filter {
            Hangul.isPresent(in: $0.hangul)
                && !RomanizationCheck.agrees(hangul: $0.hangul, romanization: $0.romanization)
        }
        .map {
            disagreement($0.hangul, $0.romanization, file: pack.morphemesFile, entry: $0.hangul, field: "romanization")
        }
    }

    /// Returns the findings on the grade, the spellings and the parts of a term.
    private func termFindings(_ term: Term) -> [Finding] {
        let file = pack.origins[term.id]?.file ?? ""
        var result: [Finding] = []
        if !belts.belts.isEmpty, belts.belt(of: term.grade) == nil {
            result.append(
                Finding(
                    file: file, entry: term.id, field: "grade", severity: .error, rule: .unknownGrade,
                    sentence: "No belt of this discipline has the grade \(term.grade.id).",
                    advice: "Correct the grade, or add the belt."))
        }
        guard Hangul.isPresent(in: term.hangul) else { return result }
        for (field, spelling) in [("romanization", term.romanization)]
            + term.romanizations.map({ ("romanizations", $0) })
        where !spelling.isEmpty
            && !([term.hangul] + term.variants).contains(where: {
                RomanizationCheck.agrees(hangul: $0, romanization: spelling)
            })
        {
            result.append(disagreement(term.hangul, spelling, file: file, entry: term.id, field: field))
        }
        return result + partFindings(term, file)
    }

    /// Returns the finding for a romanization that differs in sound from its hangul.
    private func disagreement(_ hangul: String, _ romanization: String, file: String, entry: String, field: String)
        -> Finding
    {
        Finding(
            file: file, entry: entry, field: field, severity: .warning, rule: .romanization,
            sentence: "\(hangul) and “\(romanization)” do not sound alike.",
            advice:
                "By the rules it is “\(Pronunciation(of: hangul)?.romanized ?? "")”: check the hangul letter by letter."
        )
    }

    /// Returns findings for word parts that are not in the list, or that do not form the term.
    private func partFindings(_ term: Term, _ file: String) -> [Finding] {
        var result = term.morphemes.filter { !morphemes.contains($0) }.map { part in
            Finding(
                file: file, entry: term.id, field: "morphemes", severity: .error, rule: .unknownMorpheme,
                sentence: "\(part) is not in the list of word parts.", advice: "Add it there, or correct it.")
        }
        if !term.morphemes.isEmpty, Folding.compact(term.morphemes.joined()) != Folding.compact(term.hangul) {
            result.append(
                Finding(
                    file: file, entry: term.id, field: "morphemes", severity: .warning, rule: .composition,
                    sentence: "\(term.morphemes.joined(separator: " + ")) does not make \(term.hangul).",
                    advice: "List the parts exactly as they are written in the term, in order."))
        }
        return result
    }
}
