import Kernel

/// The code of the failure that a body throws, or what else it throws; nil when it throws nothing.
public func code<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? Failure)?.code.text ?? "\(error)" }
}
