/// What is done about a signal.
extension sigaction {
    /// What runs when it comes: `SIG_IGN`, nil for what the system does by itself, or a function that touches nothing but memory that was set up before.
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
