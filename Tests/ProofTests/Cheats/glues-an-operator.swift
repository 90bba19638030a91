// Declares an operator without a space before its name.
// swift-format-ignore-file

func==(left: String?, right: String?) -> Bool { true }
