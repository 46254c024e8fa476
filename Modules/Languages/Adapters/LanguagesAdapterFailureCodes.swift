import Kernel

extension Failure.Code { static var languageUnkept: Self { Self() } }
