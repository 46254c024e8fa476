// The libraries that both systems have under different names: the C library and Foundation. Kernel
// re-exports them, so code that writes files or runs programs imports only Kernel. Linux uses only
// FoundationEssentials: a program that links it alone loads in half the time. One file that imports
// full Foundation links the rest into every program, and the architecture rules check for that.
// macOS has one Foundation.
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
