/// The parts of models that every provider shares: keys, transports and policies for
/// retries.
///
/// The namespace keeps them apart from types of the same names in other packages.
public enum ModelProvider {}
