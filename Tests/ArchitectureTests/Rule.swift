/// A rule for the whole source tree: a name and a check.
///
/// A rule that judges nothing has failed, so that a renamed folder can't disable it silently.
struct Rule: Sendable {
    /// The rule as a sentence.
    let name: String
    private let judge: @Sendable (SourceTree, inout Findings) -> Void

    init(_ name: String, _ judge: @escaping @Sendable (SourceTree, inout Findings) -> Void) {
        self.name = name
        self.judge = judge
    }

    /// Returns every violation of the rule in the tree.
    func check(_ tree: SourceTree) -> [Violation] {
        var findings = Findings()
        judge(tree, &findings)
        return findings.judged > 0
            ? findings.violations : [Violation(path: ".", line: nil, what: "this rule found nothing to judge")]
    }

    static let all: [Rule] = [
        noPackages, shortTop, declaredImports, noUnusedDependency, smallFoundation, floorComments, floors,
        dataBehindAdapters,
        noCycle,
        pureFeatures, moduleREADMEs, architectureDocument, glossary, contractsCalled, shortEntryPoints,
        smallComposition,
        smallPages, rows,
        documentedPublic, tellingDocuments, shortFiles, shortFunctions, fewParameters, smallFolders,
        smallTargets,
        noFolderCircle, failureCodes, wrappersForward, systemsApart,
        plainNames, fileNames, knownWords, uniqueTypeNames, publicSurface, oneAssignment, lineWidths,
        pageBudgets, pageSections, pageExamples,
    ]
}

/// The results of a rule so far.
struct Findings {
    /// How many things were judged.
    private(set) var judged = 0
    private(set) var violations: [Violation] = []

    /// Judges one place: the text describes the violation, and nil means that there is none.
    mutating func judge(_ path: String, line: Int? = nil, _ broken: String?) {
        judged += 1
        if let broken { violations.append(Violation(path: path, line: line, what: broken)) }
    }
}

/// A place that breaks a rule.
struct Violation: CustomStringConvertible {
    let path: String
    let line: Int?
    /// The violation and its repair.
    let what: String

    var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(what)" }
}
