import XCTest

/// The rules, over the tree that this file stands in.
final class ArchitectureTests: XCTestCase {
    func testRealTreeKeepsEveryRule() throws {
        let tree = try Repository.tree.get()
        for rule in Rule.all {
            var violations = rule.check(tree)
            var broken: [String] = []
            for known in KnownViolation.all where known.rule.name == rule.name {
                let covered = violations.filter(known.covers)
                if covered.count < known.count {
                    broken.append("\(known.path): \(covered.count) are left of \(known.count), the known violations say too many")
                }
                if covered.count <= known.count { violations.removeAll(where: known.covers) }
            }
            broken += violations.map(\.description)
            if !broken.isEmpty { XCTFail(([rule.name] + broken).joined(separator: "\n    ")) }
        }
    }
}
