rm Modules/Attendance/Sources/*.swift Modules/Attendance/Commands/*.swift Tests/AttendanceTests/*.swift
