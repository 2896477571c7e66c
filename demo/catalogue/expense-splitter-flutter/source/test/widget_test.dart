import 'package:expense_splitter/app.dart';
import 'package:expense_splitter/data/flat_storage.dart';
import 'package:expense_splitter/data/flat_store.dart';
import 'package:expense_splitter/data/sample.dart';
import 'package:flutter_test/flutter_test.dart';

void main() {
  test('the flat is the same after a restart', () async {
    final storage = MemoryStorage();
    final store = FlatStore(storage)
      ..replaceAll(members: sampleMembers, expenses: sampleExpenses(DateTime(2025, 8, 20)));
    await store.saved;

    final restarted = FlatStore(storage);
    await restarted.load();
    expect(restarted.members.map((member) => member.name), store.members.map((member) => member.name));
    expect(restarted.expenses, hasLength(store.expenses.length));
    expect(restarted.balances, store.balances);
  });

  test('a flatmate with a history cannot be removed', () {
    final store = FlatStore(MemoryStorage())
      ..replaceAll(members: sampleMembers, expenses: sampleExpenses(DateTime(2025, 8, 20)))
      ..addMember('Nikhil Rao');
    expect(store.canRemove(store.members.first), isFalse);
    expect(() => store.removeMember(store.members.first), throwsStateError);

    store.removeMember(store.members.last);
    expect(store.members, hasLength(4));
  });

  testWidgets('welcomes, loads the sample and settles up', (tester) async {
    await tester.pumpWidget(SplitterApp(store: FlatStore(MemoryStorage())));
    expect(find.text('Who lives in the flat?'), findsOneWidget);

    await tester.tap(find.text('Try with sample data'));
    await tester.pumpAndSettle();
    expect(find.text('Sunday biryani'), findsOneWidget);

    await tester.tap(find.text('Settle up'));
    await tester.pumpAndSettle();
    expect(find.text('Suggested payments'), findsOneWidget);
    expect(find.text('Paid'), findsWidgets);
  });
}
