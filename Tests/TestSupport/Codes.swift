import Kernel

/// Returns the code of the failure that the body throws, the description of another error, or nil
/// without an error.
public func code<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? Failure)?.code.text ?? "\(error)" }
}
