internal import Octets

/// Rectangles, and for each of them the one before it with which it is best joined.
///
/// When two are joined, little else changes: only who was to be joined with one of them looks for another.
struct RectangleUnions {
  private struct Partner {
    var index = 0
    /// How many octets the union saves; 0 if none saves any.
    var saving = 0
  }

  private(set) var regions: [48 of RAMRegion] = .init(repeating: .whole)
  private(set) var count: Int
  private var costs: [48 of Int] = .init(repeating: 0)
  private var partners: [48 of Partner] = .init(repeating: Partner())

  init(_ regions: FixedArray<48, RAMRegion>) {
    count = regions.count
    for index in 0..<count {
      self.regions[index] = regions[index]
      costs[index] = UpdatePlan.rectangleCost(regions[index])
      findPartner(of: index)
    }
  }

  /// What it costs to send them.
  var cost: Int {
    mutating get {
      var sum = 0
      for index in 0..<count { sum += costs[index] }
      return sum
    }
  }

  /// Joins the two whose union saves most, the first of them if several save the same.
  ///
  /// - Returns: false if no union saves anything.
  mutating func joinBest() -> Bool {
    var removed = 0
    for index in 0..<count where partners[index].saving > partners[removed].saving { removed = index }
    guard partners[removed].saving > 0 else { return false }
    let kept = partners[removed].index
    regions[kept] = regions[kept].union(regions[removed])
    costs[kept] = UpdatePlan.rectangleCost(regions[kept])
    findPartner(of: kept)
    remove(removed, joinedTo: kept)
    return true
  }

  private mutating func remove(_ removed: Int, joinedTo kept: Int) {
    count -= 1
    for index in removed..<count {
      regions[index] = regions[index + 1]
      costs[index] = costs[index + 1]
      partners[index] = partners[index + 1]
    }
    for index in kept + 1..<count {
      let partner = partners[index].index
      if partners[index].saving > 0, partner == kept || partner == removed {
        findPartner(of: index)
        continue
      }
      if partner > removed { partners[index].index -= 1 }
      let saving = saving(index, kept)
      let isFirst = saving == partners[index].saving && kept < partners[index].index
      if saving > partners[index].saving || isFirst { partners[index] = Partner(index: kept, saving: saving) }
    }
  }

  private mutating func findPartner(of index: Int) {
    var best = Partner()
    for other in 0..<index {
      let saving = saving(index, other)
      if saving > best.saving { best = Partner(index: other, saving: saving) }
    }
    partners[index] = best
  }

  /// Mutating, because the compiler would copy all of it for a method that only reads it.
  private mutating func saving(_ one: Int, _ other: Int) -> Int {
    costs[one] + costs[other] - UpdatePlan.rectangleCost(regions[one].union(regions[other]))
  }
}
