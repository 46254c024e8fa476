sed -i '/"DojangWiring",$/,/\]/ s/"Progress",/& "Attendance",/' Package.swift
sed -i 's/^import AssessmentCommands$/&\nimport AttendanceCommands/' Apps/dojang/Wiring/Dojang.swift
sed -i 's/^ *ProgressPlugin.dojang(environment, study),$/&\n                AttendancePlugin.dojang(environment, store: store),/' Apps/dojang/Wiring/Dojang.swift
swift format -i Package.swift
