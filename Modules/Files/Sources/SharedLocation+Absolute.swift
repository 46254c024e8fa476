import Kernel

extension SharedLocation {
    /// Returns a location with the absolute path of a folder, as seen from the working directory. A
    /// database stays as typed.
    package static func absolute(_ text: String) -> String {
        resolved(text) { path in
            let absolutePath = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
            return URL(fileURLWithPath: absolutePath).standardizedFileURL.path
        }
    }
}
