import 'package:flutter/material.dart';

import '../data/flat_store.dart';
import '../logic/format.dart';
import '../models/expense.dart';
import '../models/member.dart';
import '../models/split.dart';
import '../widgets/category_icon.dart';
import '../widgets/member_avatar.dart';

enum _Mode {
  equal('Equally'),
  weighted('By shares'),
  exact('Exact');

  const _Mode(this.label);

  final String label;
}

/// The form for a new expense, or for changing an old one.
class ExpenseEditor extends StatefulWidget {
  const ExpenseEditor({super.key, required this.store, this.expense});

  final FlatStore store;
  final Expense? expense;

  static Future<void> open(BuildContext context, FlatStore store, {Expense? expense}) {
    return Navigator.push<void>(
      context,
      MaterialPageRoute(builder: (_) => ExpenseEditor(store: store, expense: expense)),
    );
  }

  @override
  State<ExpenseEditor> createState() => _ExpenseEditorState();
}

class _ExpenseEditorState extends State<ExpenseEditor> {
  final _form = GlobalKey<FormState>();
  final _description = TextEditingController();
  final _amount = TextEditingController();

  late final List<Member> _members = widget.store.members.toList();
  late final Map<String, TextEditingController> _exact = {
    for (final member in _members) member.id: TextEditingController(),
  };
  late final Set<String> _included = {for (final member in _members) member.id};
  late final Map<String, int> _weights = {for (final member in _members) member.id: 1};

  late String _paidBy = _members.first.id;
  DateTime _date = DateUtils.dateOnly(DateTime.now());
  ExpenseCategory _category = ExpenseCategory.groceries;
  _Mode _mode = _Mode.equal;

  @override
  void initState() {
    super.initState();
    final expense = widget.expense;
    if (expense != null) _fillFrom(expense);
    for (final controller in [_amount, ..._exact.values]) {
      controller.addListener(_refresh);
    }
  }

  void _fillFrom(Expense expense) {
    _description.text = expense.description;
    _amount.text = formatForInput(expense.amount);
    _paidBy = expense.paidBy;
    _date = expense.date;
    _category = expense.category;
    switch (expense.split) {
      case EqualSplit(:final members):
        _mode = _Mode.equal;
        _included
          ..clear()
          ..addAll(members);
      case WeightedSplit(:final weights):
        _mode = _Mode.weighted;
        _weights.updateAll((id, _) => weights[id] ?? 0);
      case ExactSplit(:final amounts):
        _mode = _Mode.exact;
        amounts.forEach((id, paise) => _exact[id]?.text = formatForInput(paise));
    }
  }

  /// The amounts are previewed while typing.
  void _refresh() => setState(() {});

  @override
  void dispose() {
    for (final controller in [_description, _amount, ..._exact.values]) {
      controller.dispose();
    }
    super.dispose();
  }

  int? get _total => parseRupees(_amount.text);

  /// The typed amounts by member, or null while one of them is not a number.
  Map<String, int>? get _exactAmounts {
    final amounts = <String, int>{};
    for (final MapEntry(key: id, value: controller) in _exact.entries) {
      if (controller.text.trim().isEmpty) continue;
      final paise = parseRupees(controller.text);
      if (paise == null) return null;
      if (paise > 0) amounts[id] = paise;
    }
    return amounts;
  }

  /// What is still wrong with the split, in words, or null when it is fine.
  String? get _problem {
    switch (_mode) {
      case _Mode.equal:
        return _included.isEmpty ? 'Choose at least one person.' : null;
      case _Mode.weighted:
        return _weights.values.every((weight) => weight == 0) ? 'Give at least one share.' : null;
      case _Mode.exact:
        final total = _total;
        final amounts = _exactAmounts;
        if (total == null) return 'Enter the total amount first.';
        if (amounts == null) return 'One of the amounts is not a number.';
        final left = total - amounts.values.fold<int>(0, (sum, paise) => sum + paise);
        if (left > 0) return '${formatRupees(left)} still to be shared out.';
        if (left < 0) return '${formatRupees(-left)} too much.';
        return null;
    }
  }

  Split get _split => switch (_mode) {
        _Mode.equal => EqualSplit(Set.of(_included)),
        _Mode.weighted => WeightedSplit({
            for (final MapEntry(:key, :value) in _weights.entries)
              if (value > 0) key: value,
          }),
        _Mode.exact => ExactSplit(_exactAmounts ?? const {}),
      };

  void _save() {
    final fieldsAreFine = _form.currentState!.validate();
    final problem = _problem;
    if (!fieldsAreFine) return;
    if (problem != null) {
      ScaffoldMessenger.of(context)
        ..hideCurrentSnackBar()
        ..showSnackBar(SnackBar(content: Text(problem)));
      return;
    }
    widget.store.saveExpense(
      Expense(
        id: widget.expense?.id ?? widget.store.newId(),
        description: _description.text.trim(),
        amount: _total!,
        paidBy: _paidBy,
        date: _date,
        category: _category,
        split: _split,
      ),
    );
    Navigator.pop(context);
  }

  Future<void> _pickDate() async {
    final now = DateTime.now();
    final picked = await showDatePicker(
      context: context,
      initialDate: _date,
      firstDate: DateTime(2015),
      lastDate: _date.isAfter(now) ? _date : now,
    );
    if (picked != null) setState(() => _date = picked);
  }

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    return Scaffold(
      appBar: AppBar(
        title: Text(widget.expense == null ? 'New expense' : 'Edit expense'),
        actions: [
          TextButton(onPressed: _save, child: const Text('Save')),
          const SizedBox(width: 8),
        ],
      ),
      body: Form(
        key: _form,
        child: ListView(
          padding: const EdgeInsets.fromLTRB(16, 8, 16, 40),
          children: [
            TextFormField(
              controller: _amount,
              autofocus: widget.expense == null,
              keyboardType: const TextInputType.numberWithOptions(decimal: true),
              style: theme.textTheme.headlineSmall,
              decoration: const InputDecoration(labelText: 'Amount', prefixText: '₹ '),
              validator: (value) =>
                  (parseRupees(value ?? '') ?? 0) > 0 ? null : 'Enter an amount, such as 450 or 99.50',
            ),
            const SizedBox(height: 14),
            TextFormField(
              controller: _description,
              maxLength: 50,
              textCapitalization: TextCapitalization.sentences,
              decoration: const InputDecoration(labelText: 'What for?', counterText: ''),
              validator: (value) => (value ?? '').trim().isEmpty ? 'Say what it was for' : null,
            ),
            const _Heading('Category'),
            Wrap(
              spacing: 8,
              children: [
                for (final category in ExpenseCategory.values)
                  ChoiceChip(
                    avatar: Icon(iconOf(category), size: 18),
                    showCheckmark: false,
                    label: Text(category.label),
                    selected: _category == category,
                    onSelected: (_) => setState(() => _category = category),
                  ),
              ],
            ),
            const _Heading('Paid by'),
            Wrap(
              spacing: 8,
              children: [
                for (final member in _members)
                  ChoiceChip(
                    label: Text(member.name),
                    selected: _paidBy == member.id,
                    onSelected: (_) => setState(() => _paidBy = member.id),
                  ),
              ],
            ),
            const SizedBox(height: 8),
            ListTile(
              contentPadding: EdgeInsets.zero,
              leading: const Icon(Icons.event_outlined),
              title: Text('${formatDay(_date)} ${_date.year}'),
              trailing: const Icon(Icons.edit_outlined, size: 20),
              onTap: _pickDate,
            ),
            const _Heading('Divide'),
            SegmentedButton<_Mode>(
              showSelectedIcon: false,
              segments: [
                for (final mode in _Mode.values) ButtonSegment(value: mode, label: Text(mode.label)),
              ],
              selected: {_mode},
              onSelectionChanged: (selection) => setState(() => _mode = selection.single),
            ),
            const SizedBox(height: 8),
            ..._memberRows(),
            if (_problem case final problem?)
              Padding(
                padding: const EdgeInsets.only(top: 8),
                child: Text(problem, style: TextStyle(color: theme.colorScheme.error)),
              ),
          ],
        ),
      ),
    );
  }

  List<Widget> _memberRows() {
    final total = _total;
    final shares =
        total != null && _problem == null ? _split.sharesOf(total) : const <String, int>{};
    String shareOf(Member member) {
      final share = shares[member.id];
      return share == null ? '–' : formatRupees(share);
    }

    return [
      for (final member in _members)
        switch (_mode) {
          _Mode.equal => CheckboxListTile(
              contentPadding: EdgeInsets.zero,
              secondary: MemberAvatar(member),
              title: Text(member.name),
              subtitle: Text(shareOf(member)),
              value: _included.contains(member.id),
              onChanged: (checked) => setState(() {
                if (checked ?? false) {
                  _included.add(member.id);
                } else {
                  _included.remove(member.id);
                }
              }),
            ),
          _Mode.weighted => ListTile(
              contentPadding: EdgeInsets.zero,
              leading: MemberAvatar(member),
              title: Text(member.name),
              subtitle: Text(shareOf(member)),
              trailing: _Stepper(
                value: _weights[member.id]!,
                onChanged: (weight) => setState(() => _weights[member.id] = weight),
              ),
            ),
          _Mode.exact => ListTile(
              contentPadding: EdgeInsets.zero,
              leading: MemberAvatar(member),
              title: Text(member.name),
              trailing: SizedBox(
                width: 120,
                child: TextField(
                  controller: _exact[member.id],
                  textAlign: TextAlign.end,
                  keyboardType: const TextInputType.numberWithOptions(decimal: true),
                  decoration: const InputDecoration(prefixText: '₹ ', isDense: true),
                ),
              ),
            ),
        },
    ];
  }
}

class _Heading extends StatelessWidget {
  const _Heading(this.text);

  final String text;

  @override
  Widget build(BuildContext context) => Padding(
        padding: const EdgeInsets.only(top: 18, bottom: 8),
        child: Text(text, style: Theme.of(context).textTheme.titleSmall),
      );
}

/// A number of shares from 0 to 9 with a button on either side.
class _Stepper extends StatelessWidget {
  const _Stepper({required this.value, required this.onChanged});

  final int value;
  final ValueChanged<int> onChanged;

  @override
  Widget build(BuildContext context) {
    return Row(
      mainAxisSize: MainAxisSize.min,
      children: [
        IconButton(
          tooltip: 'One share less',
          icon: const Icon(Icons.remove_circle_outline),
          onPressed: value > 0 ? () => onChanged(value - 1) : null,
        ),
        Text('$value', style: Theme.of(context).textTheme.titleMedium),
        IconButton(
          tooltip: 'One share more',
          icon: const Icon(Icons.add_circle_outline),
          onPressed: value < 9 ? () => onChanged(value + 1) : null,
        ),
      ],
    );
  }
}
