internal import ATT
internal import Features
internal import GAP
internal import GATT
internal import HCI
internal import Identifiers
internal import L2CAP
internal import Octets
internal import SecurityManager
internal import Timing

/// The channels of the one link: recombination, the three fixed channels above it, and the frame on its way out.
///
/// A frame is made only when the previous one was sent. The channels take turns. So one buffer for a frame and one for
/// each pending response limit the memory, whatever the peer does.
struct LinkChannels: ~Copyable {
  private let inPlace = InPlace()
  /// The effect of a frame on the host.
  enum Outcome: Equatable {
    case none
    /// The phone changed its configuration or a value in our server, or it has learnt of the server's change.
    case serverChanged(ServerChanges)
    /// How our request for other connection parameters ended.
    case parametersAnswered(ConnectionParameterAnswer)
    /// The phone refused a request for lack of security, for the first time on this link with this attribute.
    case securityRefused
    /// The peer broke a rule or did not answer in time. Only a new link helps.
    case disconnect
  }

  private var signalling = SignallingChannel()
  private(set) var bearer: AttributeBearer
  private let databaseHash: Value128
  /// How many octets of `frame` were sent, and when the link counts as lost if the controller takes no more of it.
  private var sentCount = 0
  private var frameDeadline = Deadline()
  private var signallingAnswer = OctetBuffer<23>()
  /// The attributes with which the phone has refused a request for lack of security. More of them change nothing.
  private var refusedAttributes = FixedArray<8, AttributeHandle>()
  private let receiveMTU: Int
  /// How long a frame may take, as long as an answer: a controller that takes no packets has lost count of them.
  private static var longestFrame: Interval { .seconds(30) }

  // Large, and therefore last: short instructions reach the properties before.
  private var recombiner = Recombiner<521>()
  private var client = GATTClient()
  private var server: GATTServer
  /// The L2CAP frame that is being sent.
  private var frame = OctetBuffer<521>()
  private var serverResponse = OctetBuffer<517>()

  @inline(never)  // Short instructions reach its properties from its own address.
  init(receiveMTU: Int, database: consuming AttributeDatabase) {
    self.receiveMTU = receiveMTU
    bearer = AttributeBearer(receiveMTU: receiveMTU)
    server = GATTServer(database: database)
    databaseHash = server.makeDatabaseHash()
    server.setDatabaseHash(databaseHash.octets)
  }

  /// Resets all state for a new link.
  mutating func reset() {
    recombiner.reset()
    signalling = SignallingChannel()
    bearer = AttributeBearer(receiveMTU: receiveMTU)
    server.connect()
    client.reset()
    refusedAttributes.removeAll()
    frame.removeAll()
    serverResponse.removeAll()
    signallingAnswer.removeAll()
    sentCount = 0
    frameDeadline.clear()
  }

  // MARK: Security

  /// How far the attribute protocol may trust the link.
  mutating func setSecurity(_ security: BearerSecurity) { bearer.security = security }

  // MARK: The values of our server

  func value(of handle: AttributeHandle) -> OctetBuffer<64> { server.value(of: handle) }

  mutating func setValue(_ value: Span<UInt8>, of handle: AttributeHandle) -> Bool {
    server.setValue(value, of: handle)
  }

  mutating func notify(_ handle: AttributeHandle) { server.notify(handle) }

  // MARK: The procedures of our client

  /// Whether a procedure is running.
  var isClientBusy: Bool { client.isBusy }

  mutating func start(_ procedure: Procedure) -> Bool { client.start(procedure) }

  mutating func startWrite(to handle: AttributeHandle, value: Span<UInt8>) -> Bool {
    client.startWrite(to: handle, value: value)
  }

  mutating func acceptValues(from handle: AttributeHandle) -> Bool { client.acceptValues(from: handle) }

  mutating func refuseAllValues() { client.refuseAllValues() }

  // MARK: Across links

  /// The link has become secured: restores the phone's configuration, and stores the changes of this link.
  mutating func linkSecured(_ session: LinkSession, phones: inout BondedPhones, now: Instant) {
    guard let bond = phones.bond(for: session.peerIdentity) else { return }
    if Features.hasAttributeCaching, session.isAnotherPhone { server.noteOtherClient() }
    restoreConfiguration(bond.serverSettings, now: now)
    storeConfiguration(of: session, isDatabaseKnown: bond.serverSettings.databaseHash.isZero, phones: &phones, now: now)
  }

  /// Restores the configuration that the phone made on earlier links. The configuration that it made on this link,
  /// before the link was secured, is kept.
  private mutating func restoreConfiguration(_ settings: ServerSettings, now: Instant) {
    server.restore(
      ClientConfiguration(
        descriptors: settings.configurations | server.configuration.descriptors,
        supportedFeatures: settings.supportedFeatures | server.configuration.supportedFeatures))
    if Features.hasAttributeCaching, !settings.databaseHash.isZero, settings.databaseHash != databaseHash {
      server.noteDatabaseChange(now: now)
    }
  }

  /// Reports a value that the phone has written, and stores its configuration if the phone has changed it.
  func note(
    _ changes: ServerChanges, of session: LinkSession, phones: inout BondedPhones, report: inout HostReport,
    now: Instant
  ) {
    if Features.hasWrittenValues, let handle = changes.writtenValue { report.postWritten(handle) }
    guard changes.configurationChanged || changes.databaseBecameKnown else { return }
    storeConfiguration(of: session, isDatabaseKnown: changes.databaseBecameKnown, phones: &phones, now: now)
  }

  /// Stores the phone's configuration in its bond, if the link is secured. A change is saved later.
  private func storeConfiguration(
    of session: LinkSession, isDatabaseKnown: Bool, phones: inout BondedPhones, now: Instant
  ) {
    guard session.isSecured, let phone = session.peerIdentity, let bond = phones.bond(for: phone) else { return }
    var settings = bond.serverSettings
    settings.configurations = server.configuration.descriptors
    settings.supportedFeatures = server.configuration.supportedFeatures
    if Features.hasAttributeCaching, isDatabaseKnown { settings.databaseHash = databaseHash }
    phones.setServerSettings(settings, of: phone, now: now)
  }

  // MARK: Time

  var deadline: Instant? {
    let answers = earliest(earliest(signalling.deadline, client.deadline), server.deadline)
    return earliest(earliest(recombiner.deadline, frameDeadline.instant), answers)
  }

  mutating func handleTimeout(now: Instant) -> Outcome {
    let hasStalled = recombiner.handleTimeout(now: now) || frameDeadline.expire(at: now)
    let answer = Self.outcome(of: signalling.handleTimeout(now: now))
    client.handleTimeout(now: now)
    server.handleTimeout(now: now)
    return hasStalled || client.isBearerLost || server.isBearerLost ? .disconnect : answer
  }

  // MARK: In

  /// Takes one ACL fragment; a frame that it completes goes to its channel.
  mutating func receive<Observer: AttributeObserver & ~Copyable>(
    _ fragment: borrowing ACLFragment, trust: inout LinkTrust, observer: inout Observer, now: Instant
  ) -> Outcome {
    switch recombiner.append(fragment.data, isFirst: fragment.isFirst, now: now) {
    case .incomplete, .dropped: return .none
    case .misbehaving: return .disconnect
    case .frameComplete: break
    }
    let outcome = routeFrame(trust: &trust, observer: &observer, now: now)
    recombiner.removeFrame()
    return outcome
  }

  private mutating func routeFrame<Observer: AttributeObserver & ~Copyable>(
    trust: inout LinkTrust, observer: inout Observer, now: Instant
  ) -> Outcome {
    switch recombiner.channelID {
    case .attribute: return receiveAttributePDU(observer: &observer, now: now)
    case .signalling: return receiveSignallingPDU(now: now)
    case .securityManager:
      trust.handle(pdu: recombiner.payload, now: now)
      return .none
    // A channel that does not exist: dropped. Core Spec 5.4, Vol 3, Part A, 3.1 has no answer to it.
    case .other, nil: return .none
    }
  }

  private mutating func receiveAttributePDU<Observer: AttributeObserver & ~Copyable>(
    observer: inout Observer, now: Instant
  ) -> Outcome {
    switch bearer.route(recombiner.payload) {
    case .ignored: return .none
    case .server: return receiveRequest(now: now)
    case .client:
      Self.deliver(recombiner.payload, through: &client, on: &bearer, to: &observer, now: now)
      reportResult(to: &observer, now: now)
      if client.isBearerLost { return .disconnect }
      return isNewSecurityRefusal() ? .securityRefused : .none
    }
  }

  private mutating func isNewSecurityRefusal() -> Bool {
    guard let attribute = client.takeSecurityRefusal() else { return false }
    for index in refusedAttributes.indices where refusedAttributes[index] == attribute { return false }
    return refusedAttributes.pushLast(attribute) == nil
  }

  private static func deliver<Observer: AttributeObserver & ~Copyable>(
    _ pdu: Span<UInt8>, through client: inout GATTClient, on bearer: inout AttributeBearer,
    to observer: inout Observer, now: Instant
  ) {
    let event = client.handle(pdu, on: &bearer, now: now)
    observer.handle(event, now: now)
  }

  /// Reports the result of a procedure to `observer`, if one has ended.
  mutating func reportResult<Observer: AttributeObserver & ~Copyable>(to observer: inout Observer, now: Instant) {
    if let result = client.takeResult() { observer.handle(result, now: now) }
  }

  private mutating func receiveRequest(now: Instant) -> Outcome {
    // A client that sends a request before our response has left breaks the sequence (Vol 3, Part F, 3.3.2): dropped.
    // Commands and confirmations may come at any time.
    guard serverResponse.isEmpty || !ATT.Opcode.isRequest(recombiner.payload) else { return .none }
    let changes = Self.answer(recombiner.payload, by: &server, on: &bearer, in: &serverResponse, now: now)
    if server.isBearerLost { return .disconnect }
    let hasChanged = changes.configurationChanged || changes.databaseBecameKnown || changes.writtenValue != nil
    return hasChanged ? .serverChanged(changes) : .none
  }

  private static func answer(
    _ pdu: Span<UInt8>, by server: inout GATTServer, on bearer: inout AttributeBearer,
    in response: inout OctetBuffer<517>, now: Instant
  ) -> ServerChanges {
    var changes = ServerChanges()
    response.append(atMost: bearer.mtu) { output in
      changes = server.handle(pdu, on: &bearer, response: &output, now: now)
    }
    return changes
  }

  private mutating func receiveSignallingPDU(now: Instant) -> Outcome {
    var event: SignallingEvent?
    Self.answer(recombiner.payload, by: &signalling, in: &signallingAnswer, event: &event, now: now)
    return Self.outcome(of: event)
  }

  private static func outcome(of event: SignallingEvent?) -> Outcome {
    switch event {
    case .parameterUpdateAccepted: .parametersAnswered(.accepted)
    case .parameterUpdateRejected: .parametersAnswered(.rejected)
    case .parameterUpdateTimedOut: .parametersAnswered(.unanswered)
    case .refusalLimitReached: .disconnect
    case nil: .none
    }
  }

  /// While an answer is pending, there is no room for another: a refused request is counted, but not answered.
  private static func answer(
    _ pdu: Span<UInt8>, by signalling: inout SignallingChannel, in answer: inout OctetBuffer<23>,
    event: inout SignallingEvent?, now: Instant
  ) {
    let room = answer.isEmpty ? answer.freeCapacity : 0
    answer.append(atMost: room) { output in event = signalling.handle(pdu, answer: &output, now: now) }
  }

  // MARK: Out

  /// Carries out what the link machine wants: queues its commands, and asks the phone of `connection` for parameters.
  mutating func carryOutActions(
    of link: inout PeripheralLink, during connection: ConnectionHandle?, on controller: inout Controller
  ) {
    while let action = link.nextAction() {
      switch action {
      case .send(let command): controller.enqueue(command)
      case .requestConnectionParameters(connection, let parameters): requestConnectionParameters(parameters)
      // For a link that has ended.
      case .requestConnectionParameters: break
      }
    }
  }

  /// Asks the phone for other connection parameters. Values that no request can have are not sent.
  private mutating func requestConnectionParameters(_ parameters: ConnectionParameters) {
    guard
      let request = ConnectionParameterUpdateRequest(
        intervalMinimum: parameters.intervalMinimum, intervalMaximum: parameters.intervalMaximum,
        latency: parameters.latency, timeoutMultiplier: parameters.supervisionTimeout)
    else { return }
    _ = signalling.request(request)
  }

  /// Whether no frame is on its way.
  var isFrameSent: Bool { sentCount == frame.count }

  /// Appends the next packet of the frame.
  ///
  /// - Returns: false if the frame has been sent, or if the controller accepts no packet now.
  @_lifetime(output: copy output)
  mutating func encodeFragment(
    on connection: ConnectionHandle, of controller: inout Controller, into output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let count = controller.encodeFragment(of: frame.span, from: sentCount, on: connection, into: &output)
    else { return false }
    sentCount += count
    if isFrameSent {
      frame.removeAll()
      sentCount = 0
      frameDeadline.clear()
    }
    return true
  }

  /// Makes the next frame, if a channel has something to say: pairing first, then answers, then our own requests.
  mutating func prepareFrame(trust: inout LinkTrust, now: Instant) {
    guard isFrameSent else { return }
    putNextFrame(trust: &trust, now: now)
    if !frame.isEmpty { frameDeadline.set(now + Self.longestFrame) }
  }

  private mutating func putNextFrame(trust: inout LinkTrust, now: Instant) {
    Self.put(&frame, on: .securityManager) { output in trust.nextPDU(into: &output) }
    if !frame.isEmpty { return }
    Self.put(&frame, on: .signalling, taking: &signallingAnswer)
    if !frame.isEmpty { return }
    Self.put(&frame, on: .attribute, taking: &serverResponse)
    if !frame.isEmpty { return }
    Self.putRequest(&frame, of: &client, on: bearer, now: now)
    if !frame.isEmpty { return }
    Self.putValue(&frame, of: &server, on: bearer, now: now)
    if !frame.isEmpty { return }
    Self.putRequest(&frame, of: &signalling, now: now)
  }

  private static func put<let capacity: Int>(
    _ frame: inout OctetBuffer<521>, on channel: ChannelID, taking pdu: inout OctetBuffer<capacity>
  ) {
    guard !pdu.isEmpty else { return }
    put(&frame, on: channel) { output in
      // The largest PDU of a channel is smaller than the frame's buffer.
      (try? output.put(pdu.span)) != nil
    }
    pdu.removeAll()
  }

  private static func putRequest(
    _ frame: inout OctetBuffer<521>, of client: inout GATTClient, on bearer: AttributeBearer, now: Instant
  ) {
    put(&frame, on: .attribute) { output in client.nextPDU(into: &output, on: bearer, now: now) }
  }

  private static func putValue(
    _ frame: inout OctetBuffer<521>, of server: inout GATTServer, on bearer: AttributeBearer, now: Instant
  ) {
    put(&frame, on: .attribute) { output in server.nextPDU(into: &output, on: bearer, now: now) }
  }

  private static func putRequest(
    _ frame: inout OctetBuffer<521>, of signalling: inout SignallingChannel, now: Instant
  ) {
    put(&frame, on: .signalling) { output in signalling.nextPDU(into: &output, now: now) }
  }

  /// Puts one frame with the PDU that `body` appends; nothing if it appends none.
  private static func put(
    _ frame: inout OctetBuffer<521>, on channel: ChannelID, _ body: (inout OutputSpan<UInt8>) -> Bool
  ) {
    frame.append { output in
      // The previous frame was sent and removed, so there is room for a header.
      guard let start = try? output.beginFrame(on: channel) else { return }
      _ = body(&output)
      _ = output.endFrame(start)
    }
  }
}

extension ATT.Opcode {
  /// Whether `pdu` needs a response, known opcode or not: it goes to the server and is neither command nor
  /// confirmation.
  fileprivate static func isRequest(_ pdu: Span<UInt8>) -> Bool {
    guard pdu.count > 0 else { return false }
    return !isCommand(pdu[0]) && pdu[0] != handleValueConfirmation.rawValue
  }
}
