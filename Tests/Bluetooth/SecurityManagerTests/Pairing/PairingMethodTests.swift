import Identifiers
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// The method that two devices agree on, and the methods that are allowed.
@Suite struct PairingMethodTests {
  static let capabilities: [IOCapability] = [
    .displayOnly, .displayYesNo, .keyboardOnly, .noInputNoOutput, .keyboardDisplay,
  ]

  private func model(
    _ initiator: IOCapability, _ responder: IOCapability, _ usesSecureConnections: Bool
  ) -> AssociationModel {
    AssociationModel(initiator: initiator, responder: responder, usesSecureConnections: usesSecureConnections)
  }

  /// Core Spec 5.4, Vol 3, Part H, 2.3.5.1, Table 2.8, the rows of a responder without keys.
  @Test func capabilitiesLeadToTheModelsOfTheTable() {
    let (works, typed, compared) = (
      AssociationModel.justWorks, AssociationModel.passkeyEntry, AssociationModel.numericComparison
    )
    let rows: [(IOCapability, Bool, [AssociationModel])] = [
      (.displayOnly, false, [works, works, typed, works, typed]),
      (.displayOnly, true, [works, works, typed, works, typed]),
      (.displayYesNo, false, [works, works, typed, works, typed]),
      (.displayYesNo, true, [works, compared, typed, works, compared]),
    ]
    for (responder, usesSecureConnections, expected) in rows {
      #expect(Self.capabilities.map { model($0, responder, usesSecureConnections) } == expected)
    }
  }

  /// Neither side requires protection.
  @Test func withoutAWishForProtectionItJustWorks() {
    let request = PairingInitiator.request(.keyboardDisplay, 0x09)
    let careless = PairingMethod(request: request, response: PairingInitiator.request(.displayYesNo, 0x09))
    #expect(careless.model == .justWorks && !careless.strength.isAuthenticated)
    let careful = PairingMethod(request: request, response: PairingInitiator.request(.displayYesNo, 0x0D))
    #expect(careful.model == .numericComparison && careful.strength == .full)
  }

  @Test func eachSettingAdmitsItsMethodsOnly() {
    let methods: [(AssociationModel, Bool)] = [
      (.numericComparison, true), (.passkeyEntry, true), (.justWorks, true), (.passkeyEntry, false),
      (.justWorks, false),
    ]
    let expected: [(PairingSecurity, [Bool])] = [
      (.secureConnections, [true, false, false, false, false]),
      (.compatible, [true, true, false, true, false]),
      (.noneConfirm, [true, true, true, true, false]),
    ]
    for (security, row) in expected {
      #expect(
        methods.map { security.admits(PairingMethod(model: $0.0, usesSecureConnections: $0.1)) } == row,
        "\(security)")
    }
  }

  /// No offer can lead to both comparison and typing. A board that cannot answer never compares.
  @Test func eachOfferLeadsToOneMethod() {
    for security in [PairingSecurity.secureConnections, .compatible, .noneConfirm] {
      for capability in Self.capabilities {
        for requirements: UInt8 in [0x01, 0x05, 0x09, 0x0D] {
          let request = PairingInitiator.request(capability, requirements)
          let response = PairingFeatures.response(to: request, security: security)
          let method = PairingMethod(request: request, response: response)
          guard security.admits(method) else { continue }
          #expect(security != .noneConfirm || method.model != .numericComparison)
          #expect(security != .secureConnections || method.model == .numericComparison)
          #expect(security == .noneConfirm || method.model != .justWorks)
          // A passkey only for phones that cannot compare.
          if security == .compatible, method.model == .passkeyEntry {
            #expect(capability == .keyboardOnly || !method.usesSecureConnections)
          }
          #expect(response.authenticationRequirements.wantsProtection == (method.model != .justWorks))
        }
      }
    }
  }

  @Test func bondsOfThatStrengthCount() {
    for keySize: UInt8 in [7, 15, 16] {
      for isAuthenticated in [false, true] {
        for usesSecureConnections in [false, true] {
          let strength = BondStrength(
            keySize: keySize, isAuthenticated: isAuthenticated, usesSecureConnections: usesSecureConnections)
          let isLong = keySize == 16
          #expect(
            PairingSecurity.secureConnections.admits(strength) == (isLong && isAuthenticated && usesSecureConnections))
          #expect(PairingSecurity.compatible.admits(strength) == (isLong && isAuthenticated))
          let isAnything = isAuthenticated || usesSecureConnections
          #expect(PairingSecurity.noneConfirm.admits(strength) == (isLong && isAnything))
        }
      }
    }
  }
}
