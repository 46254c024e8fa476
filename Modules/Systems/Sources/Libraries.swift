// What both systems have under another name: the C library, and Foundation. Kernel passes them on, so whoever writes files or talks to programs imports
// Kernel and has them. On Linux it is Foundation's small half alone: a program that stands on it loads half as long, and a file that imports all of
// it brings the other half into every program; the rules of the architecture watch for that. On macOS there is one Foundation.
#if canImport(Darwin)
    @_exported import Darwin
    @_exported import Foundation
#else
    @_exported import FoundationEssentials
    #if canImport(Glibc)
        @_exported import Glibc
    #else
        @_exported import Musl
    #endif
#endif
