import Kernel

/// The machine's own name.
package enum DeviceName {
    /// The host name without the domain, or "this device" if there is none.
    package static var machine: String {
        var names = utsname()
        uname(&names)
        let name = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let short = name.split(separator: ".").first.map(String.init) ?? ""
        return short.isEmpty || short == "localhost" ? "this device" : short
    }
}
