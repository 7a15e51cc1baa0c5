extension OpSet {
  /// An operation to add.
  struct NewOp {
    let id: OpID
    let object: ObjectIndex
    let key: ObjectKey
    let action: OpAction
    var value = StoredValue.null
    var isInsert = false
    var expand = false
    var markName: StringIndex?
  }
}
