/// The platform that this program was built for.
///
/// Some external programs differ on a Mac. The code that runs them asks here and builds the command
/// as text, which is tested on every machine.
package enum Platform {
    #if canImport(Darwin)
        package static let isMac = true
    #else
        package static let isMac = false
    #endif
}
