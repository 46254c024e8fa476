/// Which kind of machine this program was made for. What is run in its place on a Mac differs; that is asked here, and written as text that is tested
/// on every machine.
public enum Platform {
    #if canImport(Darwin)
        /// Whether it is macOS.
        public static let isMac = true
    #else
        /// Whether it is macOS.
        public static let isMac = false
    #endif
}
