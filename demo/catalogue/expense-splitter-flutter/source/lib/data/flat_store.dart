import 'dart:async';
import 'dart:collection';
import 'dart:convert';

import 'package:flutter/foundation.dart';

import '../logic/settle_up.dart';
import '../models/expense.dart';
import '../models/member.dart';
import '../models/payment.dart';
import 'flat_storage.dart';

/// The state of the app: who lives here, what was spent, what was paid back.
/// Every change is announced to listeners and then written to storage.
class FlatStore extends ChangeNotifier {
  FlatStore(this._storage);

  final FlatStorage _storage;
  final List<Member> _members = [];
  final List<Expense> _expenses = [];
  final List<Payment> _payments = [];

  Future<void> _lastWrite = Future<void>.value();
  int _idCounter = 0;

  UnmodifiableListView<Member> get members => UnmodifiableListView(_members);

  /// Newest first.
  UnmodifiableListView<Expense> get expenses => UnmodifiableListView(_expenses);

  /// Newest first.
  UnmodifiableListView<Payment> get payments => UnmodifiableListView(_payments);

  Map<String, int> get balances =>
      computeBalances(members: _members, expenses: _expenses, payments: _payments);

  /// Completes when everything so far has been written.
  Future<void> get saved => _lastWrite;

  String nameOf(String memberId) => _members
      .firstWhere((member) => member.id == memberId, orElse: () => const Member(id: '', name: 'Someone'))
      .name;

  /// A member with a history is part of past sums and cannot be removed.
  bool canRemove(Member member) =>
      !_expenses.any((expense) => expense.involves(member.id)) &&
      !_payments.any((payment) => payment.from == member.id || payment.to == member.id);

  String newId() => '${DateTime.now().microsecondsSinceEpoch.toRadixString(36)}-${_idCounter++}';

  Future<void> load() async {
    final text = await _storage.read();
    if (text == null) return;
    final json = jsonDecode(text) as Map<String, Object?>;
    // Everything is read before anything is replaced: a damaged file changes nothing.
    final members = _readList(json['members'], Member.fromJson);
    final expenses = _readList(json['expenses'], Expense.fromJson);
    final payments = _readList(json['payments'], Payment.fromJson);
    _replaceAll(members, expenses, payments);
    notifyListeners();
  }

  void replaceAll({
    required List<Member> members,
    required List<Expense> expenses,
    List<Payment> payments = const [],
  }) {
    _replaceAll(members, expenses, payments);
    _commit();
  }

  void addMember(String name) {
    _members.add(Member(id: newId(), name: name.trim()));
    _commit();
  }

  void renameMember(Member member, String name) {
    final index = _members.indexWhere((other) => other.id == member.id);
    if (index < 0) return;
    _members[index] = Member(id: member.id, name: name.trim());
    _commit();
  }

  void removeMember(Member member) {
    if (!canRemove(member)) {
      throw StateError('${member.name} is part of an expense or a payment.');
    }
    _members.removeWhere((other) => other.id == member.id);
    _commit();
  }

  /// Adds [expense], or replaces the one with the same id.
  void saveExpense(Expense expense) {
    _expenses
      ..removeWhere((other) => other.id == expense.id)
      ..add(expense)
      ..sort((a, b) => b.date.compareTo(a.date));
    _commit();
  }

  void removeExpense(Expense expense) {
    _expenses.removeWhere((other) => other.id == expense.id);
    _commit();
  }

  Payment recordPayment(Transfer transfer) {
    final payment = Payment(
      id: newId(),
      from: transfer.from,
      to: transfer.to,
      amount: transfer.amount,
      date: DateTime.now(),
    );
    _payments.insert(0, payment);
    _commit();
    return payment;
  }

  void removePayment(Payment payment) {
    _payments.removeWhere((other) => other.id == payment.id);
    _commit();
  }

  void _replaceAll(List<Member> members, List<Expense> expenses, List<Payment> payments) {
    _members
      ..clear()
      ..addAll(members);
    _expenses
      ..clear()
      ..addAll(expenses)
      ..sort((a, b) => b.date.compareTo(a.date));
    _payments
      ..clear()
      ..addAll(payments)
      ..sort((a, b) => b.date.compareTo(a.date));
  }

  void _commit() {
    notifyListeners();
    final snapshot = jsonEncode({
      'members': [for (final member in _members) member.toJson()],
      'expenses': [for (final expense in _expenses) expense.toJson()],
      'payments': [for (final payment in _payments) payment.toJson()],
    });
    _lastWrite = _write(_lastWrite, snapshot);
    unawaited(_lastWrite);
  }

  /// Writes happen one after another, so that an older one never wins.
  Future<void> _write(Future<void> previous, String snapshot) async {
    await previous;
    try {
      await _storage.write(snapshot);
    } on Exception catch (error) {
      debugPrint('Could not save: $error');
    }
  }

  static List<T> _readList<T>(Object? json, T Function(Map<String, Object?>) read) => [
        for (final item in (json as List<Object?>?) ?? const []) read(item! as Map<String, Object?>),
      ];
}
