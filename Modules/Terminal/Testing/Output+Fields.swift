import Interface
import Kernel
import Terminal

extension Output {
    /// Returns the content for people, on a screen with this many columns.
    public func text(columns: Int = 80) -> String {
        Screen(width: columns, palette: .plain, unicode: true).draw(blocks)
    }

    /// Returns the field for programs with a name, or nil if there is none.
    public func value(_ name: String) -> OutputValue? {
        guard case .one(let members) = content else { return nil }
        return members.first { $0.name == name }?.value
    }
}
