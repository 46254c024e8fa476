import Kernel

extension Failure.Code {
    package static var badCurrency: Self { Self() }
    package static var nobodyReady: Self { Self() }
}
