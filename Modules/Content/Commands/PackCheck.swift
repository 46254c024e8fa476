import Content
import Interface
import Kernel

/// The command `content check`, which lints one pack or all installed packs.
struct PackCheck: Sendable {
    let library: @Sendable () throws -> Library
    let sources: @Sendable () -> (readable: [PackSource], unreadable: [String: Failure])
    let source: @Sendable (_ path: String) throws -> PackSource
    let ruleValidators: [RuleValidator]

    /// A finding with the name of its pack.
    private struct PackFinding: Sendable {
        let pack: String
        let finding: Finding
    }

    private static let fields: [Field<PackFinding>] = [
        Field("pack", title: "Pack", "the pack") { .text($0.pack) },
        Field(
            "severity", title: "Severity", "error or warning",
            cell: { StyledText($0.finding.severity.rawValue, $0.finding.severity == .error ? .bad : .warning) }
        ) {
            .text($0.finding.severity.rawValue)
        },
        Field("file", title: "File", "the file within the pack") { .text($0.finding.file) },
        Field("entry", title: "Entry", "the entry's id or number") { .text($0.finding.entry) },
        Field("field", title: "Field", "the field") { .text($0.finding.field) },
        Field("rule", "which rule it breaks") { .text($0.finding.rule.rawValue) },
        Field("message", title: "What", "what is wrong", isTranslatable: true) { .text($0.finding.sentence) },
        Field("advice", "what to do") { .text($0.finding.advice) },
    ]

    var command: Command {
        Command(
            "content check", "Check content packs: form, hangul against romanisation, parts, grades",
            discussion: "Names file, entry and field of each finding. Ends with status 65 when there is an error.",
            examples: [.init("content check", "the bundled pack and your own")],
            .optionalArgument("path", .text("PATH"), "a pack's folder or file; all packs if left out"),
            returns: .list(Self.fields)
        ) { path in
            if let path {
                let source = try source(path)
                return try report(on: [(source, PackReading(source))])
            }
            let all = sources()
            var unreadable = all.unreadable
            var readings: [(source: PackSource, reading: PackReading)] = []
            for source in all.readable {
                do { readings.append((source, try PackReading(source))) } catch let failure as Failure {
                    unreadable[source.name] = failure
                }
            }
            return try report(on: readings, and: unreadable)
        }
    }

    /// - Parameter unreadable: packs that cannot be read, with the reasons; the report names them
    ///   with the others.
    private func report(
        on readings: [(source: PackSource, reading: PackReading)], and unreadable: [String: Failure] = [:]
    ) throws
        -> Output
    {
        let library = try library()
        let sources = readings.map(\.source)
        let terms = readings.map(\.reading.pack.terms.count).reduce(0, +)
        var findings = unreadable.sorted { $0.key < $1.key }.map { name, failure in
            PackFinding(pack: name, finding: .unreadable(name, failure))
        }
        findings += readings.flatMap { source, reading in
            let packFindings = PackInspection(pack: reading.pack, library: library).findings
            return (reading.findings + packFindings).map { PackFinding(pack: source.name, finding: $0) }
        }
        let knownFindings = Set(findings.map(\.finding))
        let morphemes = (library.packs + readings.map(\.reading.pack)).flatMap(\.morphemes)
        let variants = readings.map(\.reading.pack).filter(\.isVariant).map(\.id)
        findings += lessons(sources, morphemes, variants).filter { !knownFindings.contains($0.finding) }
        let errors = findings.filter { $0.finding.severity == .error }.count
        let packs = sources.count + unreadable.count
        let summary =
            "\(counted(packs, "pack")), \(counted(terms, "term")): "
            + "\(counted(errors, "error")), \(counted(findings.count - errors, "warning"))."
        var output = Output.list(
            findings, Self.fields, empty: summary, footer: [.paragraph(StyledText(findings.isEmpty ? "" : summary))])
        if errors > 0 {
            output.failure = Failure(
                .packHasErrors, summary, advice: "Correct the entries that are named.", kind: .badData)
        }
        return output
    }

    /// Returns the findings in patterns, sparring, line work, theory and techniques of these packs,
    /// on top of the bundled ones.
    ///
    /// Each variant is checked as if it were chosen. Each finding belongs to the pack that
    /// introduced it.
    private func lessons(_ checkedPacks: [PackSource], _ morphemes: [Morpheme], _ variants: [String]) -> [PackFinding] {
        let names = Set(checkedPacks.map(\.name))
        let bundled = self.sources().readable.filter { !names.contains($0.name) && $0.name.hasPrefix("bundled") }
        let findings = { (packs: [PackSource]) in
            ([nil] + variants).flatMap { variant in
                CurriculumInspection(
                    Curriculum(bundled + packs, variant: variant), morphemes: morphemes, ruleValidators: ruleValidators
                ).findings
            }
        }
        var seenFindings: Set<Finding> = []
        let all = findings(checkedPacks).filter { seenFindings.insert($0).inserted }
        // Going backward, a finding that the previous packs lack belongs to this pack.
        var unownedFindings = Set(all)
        var owners = [Finding: String]()
        for index in checkedPacks.indices.reversed() where !unownedFindings.isEmpty {
            let earlierFindings =
                index == 0 ? [] : unownedFindings.intersection(findings(Array(checkedPacks[..<index])))
            for finding in unownedFindings.subtracting(earlierFindings) { owners[finding] = checkedPacks[index].name }
            unownedFindings = earlierFindings
        }
        return all.map { PackFinding(pack: owners[$0] ?? "", finding: $0) }
    }
}
