/// The parts of models that every provider shares: keys, transports and tries.
///
/// They have a namespace since other packages have types of the same names.
public enum ModelProvider {}
