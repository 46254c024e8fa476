extension sigaction {
    /// The handler of the signal: `SIG_IGN`, nil for the system's default action, or a function
    /// that touches only memory set up before.
    @inlinable package var handler: (@convention(c) (Int32) -> Void)? {
        get {
            #if canImport(Darwin)
                __sigaction_u.__sa_handler
            #elseif canImport(Glibc)
                __sigaction_handler.sa_handler
            #else
                __sa_handler.sa_handler
            #endif
        }
        set {
            #if canImport(Darwin)
                __sigaction_u.__sa_handler = newValue
            #elseif canImport(Glibc)
                __sigaction_handler.sa_handler = newValue
            #else
                __sa_handler.sa_handler = newValue
            #endif
        }
    }
}
