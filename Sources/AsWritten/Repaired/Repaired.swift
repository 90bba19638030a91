/// The documents' classes once more, under the same names, with every trap cured.
///
/// They stand in the same module as the classes that they repair, under a name of their own, so that
/// a lesson can run both side by side and exchange the one for the other by writing `Repaired.` in front.
public enum Repaired {}
