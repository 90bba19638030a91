/// The documents' classes once more, under the same names, with every trap repaired.
///
/// They are in the same module as the classes that they repair, in a namespace
/// of their own, so that a lesson can run both side by side and exchange one
/// for the other with the prefix `Repaired.`.
public enum Repaired {}
