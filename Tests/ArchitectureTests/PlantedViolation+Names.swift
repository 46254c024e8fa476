/// Violations of the rules for names, widths and documents.
extension PlantedViolation {
    static let names = [
        PlantedViolation(.plainNames, "PhotoDesk: say what it is") { $0.write(planted, "struct PhotoDesk {}\n") },
        PlantedViolation(.fileNames, "MemoryStore.swift is in Modules/Storage/Sources too") {
            $0.write("Modules/Focus/Sources/MemoryStore.swift", "import Kernel\n")
        },
        PlantedViolation(.fileNames, "Bing.swift") { tree in
            for letter in "ABCDEFGHIJKLMN" { tree.write("Modules/Focus/Sources/\(letter)ing.swift", "import Kernel\n") }
        },
        PlantedViolation(.knownWords, "PhotoGlimm: unknown words: glimm") {
            $0.write(planted, "/// A word of ours.\npackage struct PhotoGlimm {}\n")
        },
        PlantedViolation(.uniqueTypeNames, "name types of several modules") { tree in
            let types = "ABCDEFGHIJKLMNO".map { "package struct \($0)a {}\n" }.joined()
            tree.write("Modules/Focus/Sources/One.swift", types)
            tree.write("Modules/Diary/Sources/Two.swift", types)
        },
        PlantedViolation(.publicSurface, "features are used within this package") {
            $0.write(planted, "/// A timer.\npublic struct RoundTimer {}\n")
        },
        PlantedViolation(.publicSurface, "3001 public symbols") {
            $0.write("Modules/Kernel/Sources/Many.swift", String(repeating: "public let a = 1\n", count: 3_001 - 3))
        },
        PlantedViolation(.oneAssignment, "one assignment a line") {
            $0.write(planted, "init(a: Int, b: Int) {\n    (self.a, self.b) = (a, b)\n}\n")
        },
        PlantedViolation(.lineWidths, "121 columns; 120 at most") {
            $0.write(planted, "let " + String(repeating: "a", count: 117) + "\n")
        },
        PlantedViolation(.lineWidths, "lines with literals are over 130 columns") {
            let line = "let text = \"" + String(repeating: "a", count: 118) + "\"\n"
            $0.write(planted, String(repeating: line, count: Rule.widestLiterals + 1))
        },
        PlantedViolation(.lineWidths, "101 columns; 100 at most") {
            $0.write(planted, "// A " + String(repeating: "word ", count: 19) + "a\n")
        },
    ]

    static let pages = [
        PlantedViolation(.pageBudgets, "2501 words; 2500 at most") {
            $0.write("ARCHITECTURE.md", String(repeating: "word ", count: 2_501))
        },
        PlantedViolation(.pageBudgets, "“Keep it” has 151 words") {
            $0.write(
                "Modules/Focus/DECISIONS.md", "# Decisions\n\n## Keep it\n\n" + String(repeating: "word ", count: 151))
        },
        PlantedViolation(.pageSections, "the sections are Purpose, Concepts") {
            $0.write("Modules/Focus/README.md", "# Focus\n\nA timer.\n\n## Rules\n")
        },
        PlantedViolation(.pageExamples, "no test of Focus contains these lines") { tree in
            tree.write("Tests/FocusTests/PageTests.swift", "let scale = 2\n")
        },
        PlantedViolation(.pageExamples, "show one example") {
            $0.write("Modules/Focus/README.md", "# Focus\n\nA timer.\n")
        },
    ]
}
