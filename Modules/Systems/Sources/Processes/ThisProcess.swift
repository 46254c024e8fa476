#if canImport(Darwin)
    import MachO
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#else
    @preconcurrency import Musl
#endif

/// The process of the caller.
package enum ThisProcess {
    /// The environment variables in memory, each as `NAME=value`, with nil at the end.
    package static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            return _NSGetEnviron().pointee
        #else
            return environ
        #endif
    }

    /// The arguments of the process where Swift has none. Read them before anything else. macOS
    /// always gives them to Swift.
    package static var arguments: UnsafeMutableBufferPointer<StackArguments.ArgumentPointer>? {
        #if canImport(Darwin)
            return nil
        #else
            return environment.flatMap { StackArguments.arguments($0) }
        #endif
    }

    /// The absolute path of the program, or nil if the system does not provide it.
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
