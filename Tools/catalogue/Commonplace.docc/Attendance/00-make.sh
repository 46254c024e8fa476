Tools/new-module Attendance --commands
COMMONPLACE_ONLY=Attendance swift build --build-tests
COMMONPLACE_ONLY=Attendance swift test --skip-build
