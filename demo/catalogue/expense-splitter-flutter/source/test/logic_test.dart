import 'dart:math';

import 'package:expense_splitter/logic/format.dart';
import 'package:expense_splitter/logic/settle_up.dart';
import 'package:expense_splitter/models/expense.dart';
import 'package:expense_splitter/models/member.dart';
import 'package:expense_splitter/models/payment.dart';
import 'package:expense_splitter/models/split.dart';
import 'package:flutter_test/flutter_test.dart';

/// The balances after everyone has followed the suggestions.
Map<String, int> apply(Map<String, int> balances, List<Transfer> transfers) {
  final result = Map.of(balances);
  for (final transfer in transfers) {
    result[transfer.from] = result[transfer.from]! + transfer.amount;
    result[transfer.to] = result[transfer.to]! - transfer.amount;
  }
  return result;
}

void main() {
  group('money', () {
    test('is grouped the Indian way', () {
      expect(formatRupees(0), '₹0');
      expect(formatRupees(99900), '₹999');
      expect(formatRupees(12345650), '₹1,23,456.50');
      expect(formatRupees(1234567890), '₹1,23,45,678.90');
      expect(formatRupees(-505), '-₹5.05');
    });

    test('is read as people type it', () {
      expect(parseRupees('1200'), 120000);
      expect(parseRupees('₹ 1,200.5'), 120050);
      expect(parseRupees('0.05'), 5);
      for (final wrong in ['', 'abc', '-5', '1.234', '1.', '12345678901']) {
        expect(parseRupees(wrong), isNull, reason: wrong);
      }
    });

    test('survives a round trip through an input field', () {
      for (final paise in [0, 5, 100, 12345, 999999999]) {
        expect(parseRupees(formatForInput(paise)), paise);
      }
    });
  });

  group('split', () {
    test('equal shares never lose a paisa', () {
      final shares = const EqualSplit({'a', 'b', 'c'}).sharesOf(10000);
      expect(shares, {'a': 3334, 'b': 3333, 'c': 3333});
    });

    test('weights use the largest remainder', () {
      final shares = const WeightedSplit({'a': 3, 'b': 2, 'c': 2}).sharesOf(10000);
      expect(shares, {'a': 4286, 'b': 2857, 'c': 2857});
    });

    test('always adds up to the total', () {
      final random = Random(7);
      for (var round = 0; round < 500; round++) {
        final weights = {for (final id in 'abcdef'.split('')) id: 1 + random.nextInt(9)};
        final total = 1 + random.nextInt(5000000);
        final shares = WeightedSplit(weights).sharesOf(total);
        expect(shares.values.reduce((a, b) => a + b), total);
      }
    });

    test('exact amounts must match the total', () {
      const split = ExactSplit({'a': 600, 'b': 400});
      expect(split.sharesOf(1000), {'a': 600, 'b': 400});
      expect(() => split.sharesOf(999), throwsArgumentError);
    });

    test('survives JSON', () {
      const splits = [
        EqualSplit({'a', 'b'}),
        WeightedSplit({'a': 2, 'b': 1}),
        ExactSplit({'a': 70, 'b': 20}),
      ];
      for (final split in splits) {
        expect(Split.fromJson(split.toJson()).sharesOf(90), split.sharesOf(90));
      }
      expect(() => Split.fromJson({'kind': 'magic'}), throwsFormatException);
    });
  });

  group('settle up', () {
    test('balances follow from expenses and payments', () {
      const members = [Member(id: 'a', name: 'A'), Member(id: 'b', name: 'B')];
      final balances = computeBalances(
        members: members,
        expenses: [
          Expense(
            id: '1',
            description: 'Milk',
            amount: 10000,
            paidBy: 'a',
            date: DateTime(2025, 8),
            category: ExpenseCategory.groceries,
            split: const EqualSplit({'a', 'b'}),
          ),
        ],
        payments: [Payment(id: '2', from: 'b', to: 'a', amount: 2000, date: DateTime(2025, 8))],
      );
      expect(balances, {'a': 3000, 'b': -3000});
    });

    test('nothing to do when all is settled', () {
      expect(settleUp({'a': 0, 'b': 0}), isEmpty);
      expect(settleUp({}), isEmpty);
    });

    test('a chain of debts becomes one payment', () {
      // b owes a, c owes b the same: c can pay a directly.
      expect(
        settleUp({'a': 500, 'b': 0, 'c': -500}),
        [const Transfer(from: 'c', to: 'a', amount: 500)],
      );
    });

    test('finds separate groups that a plain greedy method misses', () {
      // a+b+c and d+e settle among themselves: 3 payments. Always matching the
      // largest debtor with the largest creditor would take 4.
      final balances = {'a': 600, 'b': -400, 'c': -200, 'd': 500, 'e': -500};
      final transfers = settleUp(balances);
      expect(transfers, hasLength(3));
      expect(apply(balances, transfers).values, everyElement(0));
    });

    test('settles any flat in at most n - 1 payments', () {
      final random = Random(11);
      for (var round = 0; round < 200; round++) {
        final size = 2 + random.nextInt(16); // beyond the exact limit as well
        final balances = {
          for (var i = 0; i < size; i++) 'm$i': random.nextInt(200001) - 100000,
        };
        balances['last'] = -balances.values.reduce((a, b) => a + b);
        final transfers = settleUp(balances);
        expect(apply(balances, transfers).values, everyElement(0));
        expect(transfers.length, lessThanOrEqualTo(size));
        expect(transfers.every((transfer) => transfer.amount > 0), isTrue);
      }
    });

    test('refuses balances that do not add up', () {
      expect(() => settleUp({'a': 1}), throwsArgumentError);
    });
  });
}
