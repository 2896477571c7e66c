import 'package:flutter/material.dart';

import '../data/flat_store.dart';
import '../logic/format.dart';
import '../models/expense.dart';
import '../widgets/category_icon.dart';
import '../widgets/flat_scope.dart';
import 'expense_editor.dart';

/// All expenses, newest first, under one heading a month.
class ExpensesPage extends StatelessWidget {
  const ExpensesPage({super.key});

  @override
  Widget build(BuildContext context) {
    final store = FlatScope.of(context);
    final rows = _rowsOf(store.expenses);
    if (rows.isEmpty) {
      return const Center(
        child: Padding(
          padding: EdgeInsets.all(32),
          child: Text('No expenses yet. Tap “Expense” to note the first one.'),
        ),
      );
    }
    return ListView.builder(
      padding: const EdgeInsets.only(bottom: 96),
      itemCount: rows.length,
      itemBuilder: (context, index) => switch (rows[index]) {
        final _MonthRow row => _MonthHeading(row: row, headCount: store.members.length),
        _ExpenseRow(:final expense) => _ExpenseTile(expense: expense, store: store),
      },
    );
  }

  static List<_Row> _rowsOf(List<Expense> expenses) {
    final rows = <_Row>[];
    DateTime? month;
    for (final expense in expenses) {
      if (month == null || !isSameMonth(month, expense.date)) {
        month = expense.date;
        final ofMonth = expenses.where((other) => isSameMonth(other.date, expense.date));
        rows.add(_MonthRow(month, ofMonth.fold<int>(0, (sum, other) => sum + other.amount)));
      }
      rows.add(_ExpenseRow(expense));
    }
    return rows;
  }
}

sealed class _Row {
  const _Row();
}

final class _MonthRow extends _Row {
  const _MonthRow(this.month, this.total);

  final DateTime month;
  final int total;
}

final class _ExpenseRow extends _Row {
  const _ExpenseRow(this.expense);

  final Expense expense;
}

class _MonthHeading extends StatelessWidget {
  const _MonthHeading({required this.row, required this.headCount});

  final _MonthRow row;
  final int headCount;

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    final colours = theme.colorScheme;
    return Container(
      margin: const EdgeInsets.fromLTRB(16, 12, 16, 8),
      padding: const EdgeInsets.symmetric(horizontal: 18, vertical: 14),
      decoration: BoxDecoration(
        color: colours.primaryContainer,
        borderRadius: BorderRadius.circular(16),
      ),
      child: Row(
        children: [
          Expanded(
            child: Text(
              formatMonth(row.month),
              style: theme.textTheme.titleMedium?.copyWith(color: colours.onPrimaryContainer),
            ),
          ),
          Column(
            crossAxisAlignment: CrossAxisAlignment.end,
            children: [
              Text(
                formatRupees(row.total),
                style: theme.textTheme.titleLarge?.copyWith(
                  color: colours.onPrimaryContainer,
                  fontWeight: FontWeight.w700,
                ),
              ),
              Text(
                'about ${formatRupees(row.total ~/ headCount ~/ 100 * 100)} a head',
                style: theme.textTheme.bodySmall?.copyWith(color: colours.onPrimaryContainer),
              ),
            ],
          ),
        ],
      ),
    );
  }
}

class _ExpenseTile extends StatelessWidget {
  const _ExpenseTile({required this.expense, required this.store});

  final Expense expense;
  final FlatStore store;

  void _remove(BuildContext context) {
    store.removeExpense(expense);
    ScaffoldMessenger.of(context)
      ..hideCurrentSnackBar()
      ..showSnackBar(
        SnackBar(
          content: Text('${expense.description} deleted'),
          action: SnackBarAction(label: 'Undo', onPressed: () => store.saveExpense(expense)),
        ),
      );
  }

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    final people = expense.shares.length;
    return Dismissible(
      key: ValueKey(expense.id),
      direction: DismissDirection.endToStart,
      background: Container(
        color: theme.colorScheme.errorContainer,
        alignment: Alignment.centerRight,
        padding: const EdgeInsets.only(right: 24),
        child: Icon(Icons.delete_outline, color: theme.colorScheme.onErrorContainer),
      ),
      onDismissed: (_) => _remove(context),
      child: ListTile(
        leading: CategoryIcon(expense.category),
        title: Text(expense.description, maxLines: 1, overflow: TextOverflow.ellipsis),
        subtitle: Text(
          '${store.nameOf(expense.paidBy)} paid for $people · ${formatDay(expense.date)}',
        ),
        trailing: Text(formatRupees(expense.amount), style: theme.textTheme.titleMedium),
        onTap: () => ExpenseEditor.open(context, store, expense: expense),
      ),
    );
  }
}
