/// One rule of the house: a name, and a check of a whole tree.
///
/// A rule that found nothing to judge has failed: a renamed folder must not switch it off in silence.
struct Rule: Sendable {
    /// The rule, as a sentence.
    let name: String
    private let judge: @Sendable (SourceTree, inout Findings) -> Void

    init(_ name: String, _ judge: @escaping @Sendable (SourceTree, inout Findings) -> Void) {
        self.name = name
        self.judge = judge
    }

    /// Everything in the tree that breaks the rule.
    func check(_ tree: SourceTree) -> [Violation] {
        var findings = Findings()
        judge(tree, &findings)
        return findings.judged > 0
            ? findings.violations : [Violation(path: ".", line: nil, what: "this rule found nothing to judge")]
    }

    /// Every rule there is.
    static let all: [Rule] = [
        noPackages, shortTop, declaredImports, noUnusedDependency, smallFoundation, saidFloors, floors, dataBehindAdapters,
        noCycle,
        pureFeatures, moduleREADMEs, architectureDocument, glossary, contractsCalled, shortEntryPoints, smallComposition,
        smallPages, rows,
        documentedPublic, tellingDocuments, shortFiles, shortFunctions, fewParameters, smallFolders,
        noFolderCircle, failureCodes, wrappersForward, systemsApart,
    ]
}

/// What a rule has seen so far.
struct Findings {
    /// How many things were judged.
    private(set) var judged = 0
    private(set) var violations: [Violation] = []

    /// Judges one thing: a sentence when it breaks the rule, nil when it holds.
    mutating func judge(_ path: String, line: Int? = nil, _ broken: String?) {
        judged += 1
        if let broken { violations.append(Violation(path: path, line: line, what: broken)) }
    }
}

/// One place that breaks a rule.
struct Violation: CustomStringConvertible {
    let path: String
    let line: Int?
    /// What is wrong and how to mend it.
    let what: String

    var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(what)" }
}
