import Attendance
import AttendanceCommands
import Composition
import Kernel

extension AttendancePlugin {
    /// Creates the plugin over the app's store. All users of the device share one class book.
    static func dojang(_ environment: Environment, store: any Store) -> AttendancePlugin {
        AttendancePlugin(
            ClassBook(store: store, ids: environment.ids, time: environment.time), time: environment.time)
    }
}
