import '../models/expense.dart';
import '../models/member.dart';
import '../models/split.dart';

const sampleMembers = [
  Member(id: 'aman', name: 'Aman Verma'),
  Member(id: 'joel', name: 'Joel Mathew'),
  Member(id: 'rohan', name: 'Rohan Das'),
  Member(id: 'sameer', name: 'Sameer Khan'),
];

/// Invented expenses of a four-person flat over the last five weeks.
List<Expense> sampleExpenses(DateTime now) {
  final everyone = EqualSplit({for (final member in sampleMembers) member.id});

  Expense expense(
    int daysAgo,
    String description,
    int rupees,
    String paidBy,
    ExpenseCategory category, [
    Split? split,
  ]) =>
      Expense(
        id: 'sample-$daysAgo-$paidBy',
        description: description,
        amount: rupees * 100,
        paidBy: paidBy,
        date: DateTime(now.year, now.month, now.day - daysAgo),
        category: category,
        split: split ?? everyone,
      );

  return [
    expense(1, 'Sunday biryani', 1160, 'joel', ExpenseCategory.food, const EqualSplit({'aman', 'joel', 'rohan'})),
    expense(2, 'Vegetables and milk', 745, 'rohan', ExpenseCategory.groceries),
    expense(4, 'Electricity bill', 3280, 'sameer', ExpenseCategory.electricity),
    expense(6, 'Cook, monthly', 6000, 'aman', ExpenseCategory.cook),
    expense(9, 'Wi-Fi recharge', 1179, 'joel', ExpenseCategory.internet),
    expense(
      12,
      'Flat rent',
      42000,
      'aman',
      ExpenseCategory.rent,
      const WeightedSplit({'aman': 3, 'joel': 2, 'rohan': 2, 'sameer': 3}),
    ),
    expense(15, 'Rice, atta and oil', 2864, 'sameer', ExpenseCategory.groceries),
    expense(19, 'Gas cylinder', 903, 'rohan', ExpenseCategory.gas),
    expense(
      24,
      'Water can and repairs',
      1450,
      'rohan',
      ExpenseCategory.other,
      const ExactSplit({'aman': 25000, 'joel': 25000, 'rohan': 25000, 'sameer': 70000}),
    ),
    expense(31, 'Movie and dinner', 2890, 'joel', ExpenseCategory.food),
  ];
}
