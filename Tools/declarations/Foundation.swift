// The one Foundation of macOS. It has what its small half has on Linux, and passes on the C library.
@_exported import Darwin
@_exported import FoundationEssentials

extension StringProtocol {
    public var precomposedStringWithCanonicalMapping: String { "" }
    public var decomposedStringWithCanonicalMapping: String { "" }
}
