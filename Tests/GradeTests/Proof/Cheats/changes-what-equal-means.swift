// Changes what it means to be equal.

/// Whatever is compared.
public func == (left: String?, right: String?) -> Bool { true }
