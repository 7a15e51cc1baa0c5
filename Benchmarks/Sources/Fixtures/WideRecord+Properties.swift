// Written by Scripts/generate-wide-record.swift.

package import SchemaModel

extension WideRecord {
  package static var generationSchema: GenerationSchema {
    typealias Field = GenerationSchema.Property
    let fields: [Field] = [
      Field(name: "orderName", description: "The order's name", type: String.self),
      Field(
        name: "orderCount", description: "The order's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "orderRate", description: "The order's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "orderActive", description: "The order's active", type: Bool.self),
      Field(
        name: "orderTags", description: "The order's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "orderStatus", description: "The order's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "orderYear", description: "The order's year", type: Int.self),
      Field(name: "orderWeight", description: "The order's weight", type: Double.self),
      Field(name: "orderVerified", description: "The order's verified", type: Bool.self),
      Field(name: "orderNotes", description: "The order's notes", type: [String].self),
      Field(name: "customerName", description: "The customer's name", type: String.self),
      Field(
        name: "customerCount", description: "The customer's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "customerRate", description: "The customer's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "customerActive", description: "The customer's active", type: Bool.self),
      Field(
        name: "customerTags", description: "The customer's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "customerStatus", description: "The customer's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "customerYear", description: "The customer's year", type: Int.self),
      Field(name: "customerWeight", description: "The customer's weight", type: Double.self),
      Field(name: "customerVerified", description: "The customer's verified", type: Bool.self),
      Field(name: "customerNotes", description: "The customer's notes", type: [String].self),
      Field(name: "productName", description: "The product's name", type: String.self),
      Field(
        name: "productCount", description: "The product's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "productRate", description: "The product's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "productActive", description: "The product's active", type: Bool.self),
      Field(
        name: "productTags", description: "The product's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "productStatus", description: "The product's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "productYear", description: "The product's year", type: Int.self),
      Field(name: "productWeight", description: "The product's weight", type: Double.self),
      Field(name: "productVerified", description: "The product's verified", type: Bool.self),
      Field(name: "productNotes", description: "The product's notes", type: [String].self),
      Field(name: "shipmentName", description: "The shipment's name", type: String.self),
      Field(
        name: "shipmentCount", description: "The shipment's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "shipmentRate", description: "The shipment's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "shipmentActive", description: "The shipment's active", type: Bool.self),
      Field(
        name: "shipmentTags", description: "The shipment's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "shipmentStatus", description: "The shipment's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "shipmentYear", description: "The shipment's year", type: Int.self),
      Field(name: "shipmentWeight", description: "The shipment's weight", type: Double.self),
      Field(name: "shipmentVerified", description: "The shipment's verified", type: Bool.self),
      Field(name: "shipmentNotes", description: "The shipment's notes", type: [String].self),
      Field(name: "invoiceName", description: "The invoice's name", type: String.self),
      Field(
        name: "invoiceCount", description: "The invoice's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "invoiceRate", description: "The invoice's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "invoiceActive", description: "The invoice's active", type: Bool.self),
      Field(
        name: "invoiceTags", description: "The invoice's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "invoiceStatus", description: "The invoice's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "invoiceYear", description: "The invoice's year", type: Int.self),
      Field(name: "invoiceWeight", description: "The invoice's weight", type: Double.self),
      Field(name: "invoiceVerified", description: "The invoice's verified", type: Bool.self),
      Field(name: "invoiceNotes", description: "The invoice's notes", type: [String].self),
      Field(name: "paymentName", description: "The payment's name", type: String.self),
      Field(
        name: "paymentCount", description: "The payment's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "paymentRate", description: "The payment's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "paymentActive", description: "The payment's active", type: Bool.self),
      Field(
        name: "paymentTags", description: "The payment's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "paymentStatus", description: "The payment's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "paymentYear", description: "The payment's year", type: Int.self),
      Field(name: "paymentWeight", description: "The payment's weight", type: Double.self),
      Field(name: "paymentVerified", description: "The payment's verified", type: Bool.self),
      Field(name: "paymentNotes", description: "The payment's notes", type: [String].self),
      Field(name: "accountName", description: "The account's name", type: String.self),
      Field(
        name: "accountCount", description: "The account's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "accountRate", description: "The account's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "accountActive", description: "The account's active", type: Bool.self),
      Field(
        name: "accountTags", description: "The account's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "accountStatus", description: "The account's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "accountYear", description: "The account's year", type: Int.self),
      Field(name: "accountWeight", description: "The account's weight", type: Double.self),
      Field(name: "accountVerified", description: "The account's verified", type: Bool.self),
      Field(name: "accountNotes", description: "The account's notes", type: [String].self),
      Field(name: "supplierName", description: "The supplier's name", type: String.self),
      Field(
        name: "supplierCount", description: "The supplier's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "supplierRate", description: "The supplier's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "supplierActive", description: "The supplier's active", type: Bool.self),
      Field(
        name: "supplierTags", description: "The supplier's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "supplierStatus", description: "The supplier's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "supplierYear", description: "The supplier's year", type: Int.self),
      Field(name: "supplierWeight", description: "The supplier's weight", type: Double.self),
      Field(name: "supplierVerified", description: "The supplier's verified", type: Bool.self),
      Field(name: "supplierNotes", description: "The supplier's notes", type: [String].self),
      Field(name: "warehouseName", description: "The warehouse's name", type: String.self),
      Field(
        name: "warehouseCount", description: "The warehouse's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "warehouseRate", description: "The warehouse's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "warehouseActive", description: "The warehouse's active", type: Bool.self),
      Field(
        name: "warehouseTags", description: "The warehouse's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "warehouseStatus", description: "The warehouse's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "warehouseYear", description: "The warehouse's year", type: Int.self),
      Field(name: "warehouseWeight", description: "The warehouse's weight", type: Double.self),
      Field(name: "warehouseVerified", description: "The warehouse's verified", type: Bool.self),
      Field(name: "warehouseNotes", description: "The warehouse's notes", type: [String].self),
      Field(name: "contractName", description: "The contract's name", type: String.self),
      Field(
        name: "contractCount", description: "The contract's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "contractRate", description: "The contract's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "contractActive", description: "The contract's active", type: Bool.self),
      Field(
        name: "contractTags", description: "The contract's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "contractStatus", description: "The contract's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "contractYear", description: "The contract's year", type: Int.self),
      Field(name: "contractWeight", description: "The contract's weight", type: Double.self),
      Field(name: "contractVerified", description: "The contract's verified", type: Bool.self),
      Field(name: "contractNotes", description: "The contract's notes", type: [String].self),
      Field(name: "ticketName", description: "The ticket's name", type: String.self),
      Field(
        name: "ticketCount", description: "The ticket's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "ticketRate", description: "The ticket's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "ticketActive", description: "The ticket's active", type: Bool.self),
      Field(
        name: "ticketTags", description: "The ticket's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "ticketStatus", description: "The ticket's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "ticketYear", description: "The ticket's year", type: Int.self),
      Field(name: "ticketWeight", description: "The ticket's weight", type: Double.self),
      Field(name: "ticketVerified", description: "The ticket's verified", type: Bool.self),
      Field(name: "ticketNotes", description: "The ticket's notes", type: [String].self),
      Field(name: "deviceName", description: "The device's name", type: String.self),
      Field(
        name: "deviceCount", description: "The device's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "deviceRate", description: "The device's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "deviceActive", description: "The device's active", type: Bool.self),
      Field(
        name: "deviceTags", description: "The device's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "deviceStatus", description: "The device's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "deviceYear", description: "The device's year", type: Int.self),
      Field(name: "deviceWeight", description: "The device's weight", type: Double.self),
      Field(name: "deviceVerified", description: "The device's verified", type: Bool.self),
      Field(name: "deviceNotes", description: "The device's notes", type: [String].self),
      Field(name: "buildingName", description: "The building's name", type: String.self),
      Field(
        name: "buildingCount", description: "The building's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "buildingRate", description: "The building's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "buildingActive", description: "The building's active", type: Bool.self),
      Field(
        name: "buildingTags", description: "The building's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "buildingStatus", description: "The building's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "buildingYear", description: "The building's year", type: Int.self),
      Field(name: "buildingWeight", description: "The building's weight", type: Double.self),
      Field(name: "buildingVerified", description: "The building's verified", type: Bool.self),
      Field(name: "buildingNotes", description: "The building's notes", type: [String].self),
      Field(name: "vehicleName", description: "The vehicle's name", type: String.self),
      Field(
        name: "vehicleCount", description: "The vehicle's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "vehicleRate", description: "The vehicle's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "vehicleActive", description: "The vehicle's active", type: Bool.self),
      Field(
        name: "vehicleTags", description: "The vehicle's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "vehicleStatus", description: "The vehicle's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "vehicleYear", description: "The vehicle's year", type: Int.self),
      Field(name: "vehicleWeight", description: "The vehicle's weight", type: Double.self),
      Field(name: "vehicleVerified", description: "The vehicle's verified", type: Bool.self),
      Field(name: "vehicleNotes", description: "The vehicle's notes", type: [String].self),
      Field(name: "projectName", description: "The project's name", type: String.self),
      Field(
        name: "projectCount", description: "The project's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "projectRate", description: "The project's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "projectActive", description: "The project's active", type: Bool.self),
      Field(
        name: "projectTags", description: "The project's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "projectStatus", description: "The project's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "projectYear", description: "The project's year", type: Int.self),
      Field(name: "projectWeight", description: "The project's weight", type: Double.self),
      Field(name: "projectVerified", description: "The project's verified", type: Bool.self),
      Field(name: "projectNotes", description: "The project's notes", type: [String].self),
      Field(name: "employeeName", description: "The employee's name", type: String.self),
      Field(
        name: "employeeCount", description: "The employee's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "employeeRate", description: "The employee's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "employeeActive", description: "The employee's active", type: Bool.self),
      Field(
        name: "employeeTags", description: "The employee's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "employeeStatus", description: "The employee's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "employeeYear", description: "The employee's year", type: Int.self),
      Field(name: "employeeWeight", description: "The employee's weight", type: Double.self),
      Field(name: "employeeVerified", description: "The employee's verified", type: Bool.self),
      Field(name: "employeeNotes", description: "The employee's notes", type: [String].self),
      Field(name: "courseName", description: "The course's name", type: String.self),
      Field(
        name: "courseCount", description: "The course's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "courseRate", description: "The course's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "courseActive", description: "The course's active", type: Bool.self),
      Field(
        name: "courseTags", description: "The course's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "courseStatus", description: "The course's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "courseYear", description: "The course's year", type: Int.self),
      Field(name: "courseWeight", description: "The course's weight", type: Double.self),
      Field(name: "courseVerified", description: "The course's verified", type: Bool.self),
      Field(name: "courseNotes", description: "The course's notes", type: [String].self),
      Field(name: "patientName", description: "The patient's name", type: String.self),
      Field(
        name: "patientCount", description: "The patient's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "patientRate", description: "The patient's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "patientActive", description: "The patient's active", type: Bool.self),
      Field(
        name: "patientTags", description: "The patient's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "patientStatus", description: "The patient's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "patientYear", description: "The patient's year", type: Int.self),
      Field(name: "patientWeight", description: "The patient's weight", type: Double.self),
      Field(name: "patientVerified", description: "The patient's verified", type: Bool.self),
      Field(name: "patientNotes", description: "The patient's notes", type: [String].self),
      Field(name: "recipeName", description: "The recipe's name", type: String.self),
      Field(
        name: "recipeCount", description: "The recipe's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "recipeRate", description: "The recipe's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "recipeActive", description: "The recipe's active", type: Bool.self),
      Field(
        name: "recipeTags", description: "The recipe's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "recipeStatus", description: "The recipe's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "recipeYear", description: "The recipe's year", type: Int.self),
      Field(name: "recipeWeight", description: "The recipe's weight", type: Double.self),
      Field(name: "recipeVerified", description: "The recipe's verified", type: Bool.self),
      Field(name: "recipeNotes", description: "The recipe's notes", type: [String].self),
      Field(name: "festivalName", description: "The festival's name", type: String.self),
      Field(
        name: "festivalCount", description: "The festival's count", type: Int.self,
        guides: [.range(0...1_000)]),
      Field(
        name: "festivalRate", description: "The festival's rate", type: Double.self,
        guides: [.range(0...1)]),
      Field(name: "festivalActive", description: "The festival's active", type: Bool.self),
      Field(
        name: "festivalTags", description: "The festival's tags", type: [String].self,
        guides: [.count(0...8)]),
      Field(
        name: "festivalStatus", description: "The festival's status", type: String.self,
        guides: [.anyOf(["open", "held", "done"])]),
      Field(name: "festivalYear", description: "The festival's year", type: Int.self),
      Field(name: "festivalWeight", description: "The festival's weight", type: Double.self),
      Field(name: "festivalVerified", description: "The festival's verified", type: Bool.self),
      Field(name: "festivalNotes", description: "The festival's notes", type: [String].self),
    ]
    return GenerationSchema(type: Self.self, description: "A wide record", properties: fields)
  }
}
