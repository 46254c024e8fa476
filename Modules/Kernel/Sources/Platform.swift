// The C library of the machine, under whatever name it goes there: whoever writes files or talks to programs imports Kernel and has it.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#else
    @_exported import Darwin
#endif
