/// How one expense is divided. The three kinds are a sealed family, so a
/// `switch` over a [Split] is checked for completeness by the compiler.
sealed class Split {
  const Split();

  factory Split.fromJson(Map<String, Object?> json) => switch (json) {
        {'kind': 'equal', 'members': final List<Object?> members} =>
          EqualSplit(members.cast<String>().toSet()),
        {'kind': 'weighted', 'weights': final Map<String, Object?> weights} =>
          WeightedSplit(Map<String, int>.from(weights)),
        {'kind': 'exact', 'amounts': final Map<String, Object?> amounts} =>
          ExactSplit(Map<String, int>.from(amounts)),
        _ => throw const FormatException('Unknown kind of split'),
      };

  /// Each member's share of [total] paise. The shares add up to [total].
  Map<String, int> sharesOf(int total);

  Map<String, Object?> toJson();
}

/// Everyone in [members] pays the same.
final class EqualSplit extends Split {
  const EqualSplit(this.members);

  final Set<String> members;

  @override
  Map<String, int> sharesOf(int total) => _allocate(total, {for (final id in members) id: 1});

  @override
  Map<String, Object?> toJson() => {'kind': 'equal', 'members': members.toList()};
}

/// In proportion to [weights]: two shares for the big room, one for the small.
final class WeightedSplit extends Split {
  const WeightedSplit(this.weights);

  final Map<String, int> weights;

  @override
  Map<String, int> sharesOf(int total) => _allocate(total, weights);

  @override
  Map<String, Object?> toJson() => {'kind': 'weighted', 'weights': weights};
}

/// The amounts were typed in one by one.
final class ExactSplit extends Split {
  const ExactSplit(this.amounts);

  final Map<String, int> amounts;

  @override
  Map<String, int> sharesOf(int total) {
    final sum = _sum(amounts.values);
    if (sum != total) throw ArgumentError.value(total, 'total', 'the amounts add up to $sum');
    return amounts;
  }

  @override
  Map<String, Object?> toJson() => {'kind': 'exact', 'amounts': amounts};
}

int _sum(Iterable<int> values) => values.fold<int>(0, (sum, value) => sum + value);

/// Divides [total] by [weights] with the largest remainder method: everyone
/// gets their share rounded down, and the paise left over go one each to
/// those who lost most by the rounding.
Map<String, int> _allocate(int total, Map<String, int> weights) {
  final sum = _sum(weights.values);
  if (sum <= 0) throw ArgumentError.value(weights, 'weights', 'must not be empty');

  final shares = {
    for (final MapEntry(:key, :value) in weights.entries) key: total * value ~/ sum,
  };
  int remainder(String id) => total * weights[id]! % sum;

  final byRemainder = weights.keys.toList()
    ..sort((a, b) {
      final order = remainder(b).compareTo(remainder(a));
      return order != 0 ? order : a.compareTo(b);
    });
  final left = total - _sum(shares.values);
  for (final id in byRemainder.take(left)) {
    shares[id] = shares[id]! + 1;
  }
  return shares;
}
