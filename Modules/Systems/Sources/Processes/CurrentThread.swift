/// The thread of the caller.
package enum CurrentThread {
    /// A number that is unique among the threads of this process.
    @inlinable package static var number: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
