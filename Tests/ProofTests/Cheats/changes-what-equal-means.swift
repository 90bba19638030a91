// Changes what it means to be equal. The text gives it away.

/// Whatever is compared.
public func == (left: String?, right: String?) -> Bool { true }
