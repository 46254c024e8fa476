import Kernel

/// What this machine is called by itself.
public enum DeviceName {
    /// Its host's name without the domain; "this device" where it has none.
    public static var machine: String {
        var names = utsname()
        uname(&names)
        let name = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let short = name.split(separator: ".").first.map(String.init) ?? ""
        return short.isEmpty || short == "localhost" ? "this device" : short
    }
}
