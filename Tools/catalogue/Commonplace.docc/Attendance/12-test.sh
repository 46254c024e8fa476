COMMONPLACE_ONLY=Attendance,Architecture swift build --build-tests
COMMONPLACE_ONLY=Attendance,Architecture swift test --skip-build
