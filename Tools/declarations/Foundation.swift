// macOS has a single Foundation. It includes what FoundationEssentials has on Linux, and re-exports
// the C library.
@_exported import Darwin
@_exported import FoundationEssentials

extension StringProtocol {
    public var precomposedStringWithCanonicalMapping: String { "" }
    public var decomposedStringWithCanonicalMapping: String { "" }
}
