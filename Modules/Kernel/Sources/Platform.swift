// Foundation's small half, for every file that imports Kernel: a program that stands on it alone loads half as long. On macOS there is one
// Foundation. A file that imports all of it brings the other half into every program; the rules of the architecture watch for that.
#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials
#else
    @_exported import Foundation
#endif

// The C library of the machine, under whatever name it goes there: whoever writes files or talks to programs imports Kernel and has it.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#else
    @_exported import Darwin
#endif
