import 'package:flutter/material.dart';

import '../data/flat_store.dart';
import '../data/sample.dart';
import '../widgets/flat_scope.dart';
import 'expense_editor.dart';
import 'expenses_page.dart';
import 'members_page.dart';
import 'settle_page.dart';

/// The three tabs of the app, or a welcome while nobody lives here yet.
class HomeScreen extends StatefulWidget {
  const HomeScreen({super.key});

  @override
  State<HomeScreen> createState() => _HomeScreenState();
}

class _HomeScreenState extends State<HomeScreen> {
  int _tab = 0;

  static const _titles = ['Expenses', 'Settle up', 'Flatmates'];

  @override
  Widget build(BuildContext context) {
    final store = FlatScope.of(context);
    if (store.members.isEmpty) return _Welcome(store: store);

    return Scaffold(
      appBar: AppBar(title: Text(_titles[_tab])),
      body: IndexedStack(
        index: _tab,
        children: const [ExpensesPage(), SettlePage(), MembersPage()],
      ),
      floatingActionButton: switch (_tab) {
        0 => FloatingActionButton.extended(
            onPressed: () => ExpenseEditor.open(context, store),
            icon: const Icon(Icons.add),
            label: const Text('Expense'),
          ),
        2 => FloatingActionButton.extended(
            onPressed: () => editMember(context, store),
            icon: const Icon(Icons.person_add_alt),
            label: const Text('Flatmate'),
          ),
        _ => null,
      },
      bottomNavigationBar: NavigationBar(
        selectedIndex: _tab,
        onDestinationSelected: (tab) => setState(() => _tab = tab),
        destinations: const [
          NavigationDestination(icon: Icon(Icons.receipt_long_outlined), label: 'Expenses'),
          NavigationDestination(icon: Icon(Icons.handshake_outlined), label: 'Settle up'),
          NavigationDestination(icon: Icon(Icons.group_outlined), label: 'Flatmates'),
        ],
      ),
    );
  }
}

class _Welcome extends StatelessWidget {
  const _Welcome({required this.store});

  final FlatStore store;

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    return Scaffold(
      body: SafeArea(
        child: Center(
          child: SingleChildScrollView(
            padding: const EdgeInsets.all(32),
            child: Column(
              mainAxisSize: MainAxisSize.min,
              children: [
                Icon(Icons.home_work_outlined, size: 72, color: theme.colorScheme.primary),
                const SizedBox(height: 20),
                Text('Who lives in the flat?', style: theme.textTheme.headlineSmall),
                const SizedBox(height: 8),
                Text(
                  'Add your flatmates, note what each one pays for, and settle '
                  'the month in as few payments as possible.',
                  textAlign: TextAlign.center,
                  style: theme.textTheme.bodyMedium,
                ),
                const SizedBox(height: 28),
                FilledButton.icon(
                  onPressed: () => editMember(context, store),
                  icon: const Icon(Icons.person_add_alt),
                  label: const Text('Add a flatmate'),
                ),
                const SizedBox(height: 8),
                TextButton(
                  onPressed: () => store.replaceAll(
                    members: sampleMembers,
                    expenses: sampleExpenses(DateTime.now()),
                  ),
                  child: const Text('Try with sample data'),
                ),
              ],
            ),
          ),
        ),
      ),
    );
  }
}
