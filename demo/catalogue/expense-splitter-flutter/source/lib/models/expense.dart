import 'split.dart';

enum ExpenseCategory {
  rent('Rent'),
  groceries('Groceries'),
  electricity('Electricity'),
  internet('Internet'),
  cook('Cook and maid'),
  gas('Gas and water'),
  food('Eating out'),
  other('Other');

  const ExpenseCategory(this.label);

  final String label;

  static ExpenseCategory fromName(String name) =>
      values.firstWhere((category) => category.name == name, orElse: () => other);
}

/// Something one flatmate paid for on behalf of several.
class Expense {
  const Expense({
    required this.id,
    required this.description,
    required this.amount,
    required this.paidBy,
    required this.date,
    required this.category,
    required this.split,
  });

  factory Expense.fromJson(Map<String, Object?> json) => Expense(
        id: json['id']! as String,
        description: json['description']! as String,
        amount: json['amount']! as int,
        paidBy: json['paidBy']! as String,
        date: DateTime.parse(json['date']! as String),
        category: ExpenseCategory.fromName(json['category']! as String),
        split: Split.fromJson(json['split']! as Map<String, Object?>),
      );

  final String id;
  final String description;

  /// In paise.
  final int amount;

  /// The id of the member who paid.
  final String paidBy;
  final DateTime date;
  final ExpenseCategory category;
  final Split split;

  /// Each member's share in paise, by member id.
  Map<String, int> get shares => split.sharesOf(amount);

  bool involves(String memberId) => paidBy == memberId || shares.containsKey(memberId);

  Map<String, Object?> toJson() => {
        'id': id,
        'description': description,
        'amount': amount,
        'paidBy': paidBy,
        'date': date.toIso8601String(),
        'category': category.name,
        'split': split.toJson(),
      };
}
