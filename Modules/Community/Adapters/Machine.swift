import Community
import Kernel

extension DeviceInfo {
    /// Collects the device information that accompanies all feedback from this machine.
    package static func machine(app: String, version: String) -> DeviceInfo {
        var names = utsname()
        uname(&names)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return DeviceInfo(
            app: app, appVersion: version, system: "\(text(names.sysname)) \(text(names.release))",
            machine: text(names.machine))
    }
}
