import Kernel

/// What Accounts asks before devices keep in step.
public enum AccountGates {
    /// To let several devices share what is kept. Being signed in is asked for by the rule, and costs nothing by itself.
    public static let cloudSync = Gate("sync", "cloud sync", context: "cloudSync")
}
