internal import CLinux

/// The memory from which the C libraries may allocate until start-up ends.
///
/// Swift itself allocates nothing. In firmware builds `malloc` hands out parts of one fixed arena and never takes one
/// back; on a PC it is the system's, and the figures here stay 0.
public enum Arena {
  /// Whether `malloc` is the arena: true in firmware builds.
  public static var isHeap: Bool { belfry_arena_is_heap() }

  /// How many octets there are in all.
  public static var capacity: Int { belfry_arena_capacity() }

  /// How many octets have been taken.
  public static var used: Int { belfry_arena_used() }

  /// How many allocations there were.
  public static var calls: Int { belfry_arena_calls() }

  /// Ends start-up. In a firmware build, an allocation after this prints a line and stops the program.
  public static func seal() { belfry_arena_seal() }
}
