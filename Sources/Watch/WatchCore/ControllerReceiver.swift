public import HCI

/// Two of the longest packets: more than a Linux device sends (1,028 octets) and any controller of a Raspberry Pi
/// (1,026). In little memory half of that, and with `BELFRY_TINY` a quarter, for a controller of LE alone. Its packets
/// have at most 258 octets.
#if BELFRY_TINY
  public typealias ControllerReceiver = H4Receiver<560>
#elseif BELFRY_SMALL
  public typealias ControllerReceiver = H4Receiver<1_100>
#else
  public typealias ControllerReceiver = H4Receiver<2_200>
#endif
