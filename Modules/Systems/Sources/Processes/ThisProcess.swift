#if canImport(Darwin)
    import MachO
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#else
    @preconcurrency import Musl
#endif

/// The process that asks.
package enum ThisProcess {
    /// Its variables as they lie in memory, `NAME=value` each, with nothing at the end.
    package static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            return _NSGetEnviron().pointee
        #else
            return environ
        #endif
    }

    /// Its words where Swift has none; to be asked before anything else. macOS gives them to Swift always.
    package static var words: UnsafeMutableBufferPointer<StackWords.Place>? {
        #if canImport(Darwin)
            return nil
        #else
            return environment.flatMap { StackWords.before($0) }
        #endif
    }

    /// Where its program lies, from the root; nil where the system does not say.
    package static var program: String? {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var path = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #endif
    }
}
