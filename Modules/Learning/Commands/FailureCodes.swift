import Kernel

extension Failure.Code {
    package static var dayMissing: Self { Self() }
    package static var gradingLeft: Self { Self() }
    package static var noSuchWord: Self { Self() }
    package static var noSession: Self { Self() }
    package static var nothingDue: Self { Self() }
    package static var nothingShaky: Self { Self() }
    package static var nothingNamed: Self { Self() }
    package static var notForChildren: Self { Self() }
    package static var notSeconds: Self { Self() }
    package static var notSteps: Self { Self() }
    package static var notWeekdays: Self { Self() }
    package static var presetWithFSRS: Self { Self() }
    package static var twoRoles: Self { Self() }
    package static var unknownTestKind: Self { Self() }
    package static var twoTempos: Self { Self() }
    static var setEmpty: Self { Self() }
}
