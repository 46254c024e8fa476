import Kernel
import Reminders

extension Registry {
    /// Returns the bodies of a reminder on a day, or nil if no plugin contributes it.
    package func bodies(ofReminder name: String, on day: Day) throws -> [String]? {
        try all(.reminders).first { $0.name == name }?.occasions(day).map(\.body)
    }
}
