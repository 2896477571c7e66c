import '../models/expense.dart';
import '../models/member.dart';
import '../models/payment.dart';

/// What each member is owed (positive) or owes (negative), in paise.
/// The values always add up to zero.
Map<String, int> computeBalances({
  required Iterable<Member> members,
  required Iterable<Expense> expenses,
  required Iterable<Payment> payments,
}) {
  final balances = {for (final member in members) member.id: 0};
  void add(String id, int paise) => balances[id] = (balances[id] ?? 0) + paise;

  for (final expense in expenses) {
    add(expense.paidBy, expense.amount);
    expense.shares.forEach((id, share) => add(id, -share));
  }
  for (final payment in payments) {
    add(payment.from, payment.amount);
    add(payment.to, -payment.amount);
  }
  return balances;
}

/// Above this many people with a balance, an exact search would be slow.
const _exactLimit = 14;

/// Suggests payments that bring every balance to zero.
///
/// A group of `n` people whose balances add up to zero can always be settled
/// in `n - 1` payments. So the more such groups the flat can be divided into,
/// the fewer payments are needed: with `k` groups it takes `n - k`. Up to
/// [_exactLimit] people the best division is found exactly with dynamic
/// programming over subsets; a bigger flat is treated as a single group.
List<Transfer> settleUp(Map<String, int> balances) {
  final total = balances.values.fold<int>(0, (sum, paise) => sum + paise);
  if (total != 0) {
    throw ArgumentError.value(balances, 'balances', 'must add up to zero');
  }
  final ids = balances.keys.where((id) => balances[id] != 0).toList()..sort();
  if (ids.isEmpty) return const [];

  final groups = ids.length <= _exactLimit ? _zeroSumGroups(ids, balances) : [ids];
  return [
    for (final group in groups)
      ..._settleGroup({for (final id in group) id: balances[id]!}),
  ];
}

/// Divides [ids] into as many groups as possible that each add up to zero.
List<List<String>> _zeroSumGroups(List<String> ids, Map<String, int> balances) {
  final size = 1 << ids.length;
  final sums = List<int>.filled(size, 0);
  // A subset is a bit mask: bit i stands for ids[i]. best[mask] answers: adding
  // these people one at a time in the best order, how many times does the
  // running total come to zero?
  final best = List<int>.filled(size, 0);

  for (var mask = 1; mask < size; mask++) {
    final lowest = (mask & -mask).bitLength - 1;
    sums[mask] = sums[mask & (mask - 1)] + balances[ids[lowest]]!;
    for (var i = 0; i < ids.length; i++) {
      if (mask & (1 << i) == 0) continue;
      final before = best[mask ^ (1 << i)];
      if (before > best[mask]) best[mask] = before;
    }
    if (sums[mask] == 0) best[mask]++;
  }

  // Walk back from everyone to nobody; each zero total on the way ends a group.
  final groups = <List<String>>[];
  var mask = size - 1;
  while (mask != 0) {
    if (sums[mask] == 0) groups.add([]);
    final wanted = best[mask] - (sums[mask] == 0 ? 1 : 0);
    for (var i = 0; i < ids.length; i++) {
      if (mask & (1 << i) != 0 && best[mask ^ (1 << i)] == wanted) {
        groups.last.add(ids[i]);
        mask ^= 1 << i;
        break;
      }
    }
  }
  return groups;
}

/// The largest debtor pays the largest creditor until nothing is left. Every
/// payment clears at least one of the two, so `n` people need at most `n - 1`.
List<Transfer> _settleGroup(Map<String, int> balances) {
  final left = Map.of(balances);
  final transfers = <Transfer>[];

  int byAmountThenId(String a, String b) {
    final byAmount = left[a]!.compareTo(left[b]!);
    return byAmount != 0 ? byAmount : a.compareTo(b);
  }

  while (left.length > 1) {
    final order = left.keys.toList()..sort(byAmountThenId);
    final debtor = order.first;
    final creditor = order.last;
    final debt = -left[debtor]!;
    final credit = left[creditor]!;
    final amount = debt < credit ? debt : credit;

    transfers.add(Transfer(from: debtor, to: creditor, amount: amount));
    left[debtor] = amount - debt;
    left[creditor] = credit - amount;
    left.removeWhere((_, paise) => paise == 0);
  }
  return transfers;
}
