import Kernel

extension Failure.Code {
    package static var noSuchWord: Self { Self() }
    package static var noSession: Self { Self() }
    package static var notForChildren: Self { Self() }
    package static var notSteps: Self { Self() }
    package static var notWeekdays: Self { Self() }
    package static var presetWithFSRS: Self { Self() }
    static var setEmpty: Self { Self() }
}
