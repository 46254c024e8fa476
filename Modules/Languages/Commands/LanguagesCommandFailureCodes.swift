import Kernel

extension Failure.Code { static var noSuchLanguage: Self { Self() } }
