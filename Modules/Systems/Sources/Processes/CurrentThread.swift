/// The thread that asks.
package enum CurrentThread {
    /// What tells it from every other of this process.
    @inlinable package static var number: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
